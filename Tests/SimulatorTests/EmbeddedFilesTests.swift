import FoundationEssentials
import Simulator
import TestKit
import Testing

@Suite("Embedded files")
struct EmbeddedFilesTests {
    @Test("Are all files of Mocks/, byte by byte; else run make generate")
    func areCurrent() throws {
        let root = "\(SharedData.packageRoot)/Mocks"
        let manager = FileManager.default
        let files = try manager.subpathsOfDirectory(atPath: root).filter { path in
            var isFolder = false
            return manager.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) && !isFolder
        }
        #expect(MockFiles.paths == files.sorted())
        for path in files { #expect(try MockFiles.bytes(path) == SharedData.packageBytes("Mocks/\(path)"), "\(path)") }
        #expect(MockFiles.bytes("modules/no-such.json") == nil)
    }
}
