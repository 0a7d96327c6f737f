// Loads the public JavaScript SDL library from its checkout as it stands: files of the Node flavour take the place of
// their namesakes, the sources count as ES modules, and those of them that are written for CommonJS are read as if
// they were not.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

let shared, node;

export function initialize({ root }) {
    shared = `${root}/lib/js/src/`;
    node = `${root}/lib/node/src/`;
}

const isSource = (path) => path.startsWith(shared) || path.startsWith(node);

export async function resolve(specifier, context, next) {
    if (!specifier.startsWith('.') && !specifier.startsWith('/') && !specifier.startsWith('file:')) {
        return next(specifier, context);
    }
    let path = fileURLToPath(new URL(specifier, context.parentURL));
    if (isSource(path) && !path.endsWith('.js')) path += '.js';
    if (path.startsWith(shared) && existsSync(node + path.slice(shared.length))) {
        path = node + path.slice(shared.length);
    } else if (path.startsWith(node) && !existsSync(path)) {
        path = shared + path.slice(node.length);
    }
    const url = pathToFileURL(path).href;
    if (isSource(path)) return { url, format: 'module', shortCircuit: true };
    if (path.includes('/third_party/')) return { url, format: 'commonjs', shortCircuit: true };
    return next(url, context);
}

export async function load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!path.startsWith(node)) return next(url, context);
    const source = (await readFile(path, 'utf8'))
        .replace(/^const (\{[^}]*\}) = require\(('\.[^']*')\);$/gm, 'import $1 from $2;')
        .replace(/^module\.exports = (\{[^}]*\});$/m, 'export $1;');
    return { format: 'module', source, shortCircuit: true };
}
