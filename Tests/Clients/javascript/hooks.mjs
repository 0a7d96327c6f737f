// Loads the public JavaScript SDL library from its checkout as it stands: files of the Node flavour take the place of
// their namesakes, and the sources count as ES modules.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

let shared, node;

export function initialize({ root }) {
    shared = `${root}/lib/js/src/`;
    node = `${root}/lib/node/src/`;
}

export async function resolve(specifier, context, next) {
    if (!specifier.startsWith('.') && !specifier.startsWith('/') && !specifier.startsWith('file:')) {
        return next(specifier, context);
    }
    let path = fileURLToPath(new URL(specifier, context.parentURL));
    if (/\/lib\/(js|node)\/src\//.test(path) && !path.endsWith('.js')) path += '.js';
    if (path.startsWith(shared) && existsSync(node + path.slice(shared.length))) {
        path = node + path.slice(shared.length);
    } else if (path.startsWith(node) && !existsSync(path)) {
        path = shared + path.slice(node.length);
    }
    const url = pathToFileURL(path).href;
    if (path.startsWith(shared) || path.startsWith(node)) return { url, format: 'module', shortCircuit: true };
    if (path.includes('/third_party/')) return { url, format: 'commonjs', shortCircuit: true };
    return next(url, context);
}
