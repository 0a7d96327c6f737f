import FoundationEssentials
import SDLSpec

/// The folder of generated sources, brought up to date.
struct GeneratedFolder {
    /// The folder of the package.
    let package: String

    /// Compares the files with what the spec says and writes those that differ.
    ///
    /// - Parameter writing: Whether to write and delete, or only to compare.
    /// - Returns: The paths of files that were missing, different or too many, sorted.
    func update(writing: Bool) throws -> [String] {
        let manager = FileManager.default
        guard let xml = manager.contents(atPath: package + "/Spec/MOBILE_API.xml") else {
            throw Failure.unreadable(package + "/Spec/MOBILE_API.xml")
        }
        let folder = package + "/Sources/SDLRPC/Generated"
        let wanted = Generator(spec: try RPCSpec(xml: [UInt8](xml))).files()
        var difference: [String] = []
        for (path, text) in wanted {
            let data = Data(text.utf8)
            guard manager.contents(atPath: "\(folder)/\(path)") != data else { continue }
            difference.append(path)
            guard writing else { continue }
            let parent = "\(folder)/\(path)".split(separator: "/", omittingEmptySubsequences: false).dropLast()
            try manager.createDirectory(
                atPath: parent.joined(separator: "/"), withIntermediateDirectories: true)
            try data.write(to: URL(filePath: "\(folder)/\(path)"))
        }
        for path in try manager.subpathsOfDirectory(atPath: folder)
        where path.hasSuffix(".swift") && wanted[path] == nil {
            difference.append(path)
            if writing { try manager.removeItem(atPath: "\(folder)/\(path)") }
        }
        return difference.sorted()
    }

    /// What can go wrong besides a broken spec.
    enum Failure: Error, CustomStringConvertible {
        case unreadable(String)

        var description: String {
            switch self {
            case .unreadable(let path): "cannot read \(path)"
            }
        }
    }
}
