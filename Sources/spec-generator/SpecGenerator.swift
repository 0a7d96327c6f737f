import Formats
import Glibc
import SDLSpec

/// Writes Sources/SDLRPC/Generated from Spec/MOBILE_API.xml; run it in the package's folder.
///
/// With `--check` nothing is written, and the exit status is 1 if a file is not current.
@main
enum SpecGenerator {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let isCheck = arguments.contains("--check")
        let root = arguments.first { !$0.hasPrefix("-") } ?? "."
        do {
            let difference = try GeneratedFolder(package: root).update(writing: !isCheck)
            for path in difference { print(isCheck ? "not current: \(path)" : "wrote \(path)") }
            exit(isCheck && !difference.isEmpty ? 1 : 0)
        } catch {
            let text = Array("spec-generator: \(error)\n".utf8)
            _ = unsafe text.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
            exit(1)
        }
    }
}
