import Simulator
import TestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Files that are part of the program")
struct MockFilesTests {
    @Test("Every file of Mocks/ is embedded as it stands, and nothing else")
    func complete() throws {
        let root = SharedData.packageRoot + "/Mocks"
        let folders = try FileManager.default.contentsOfDirectory(atPath: root)
        let files = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").map { "\(folder)/\($0)" }
        }
        #expect(MockFiles.paths == files.sorted(), "run make generate")
        for path in files {
            #expect(try MockFiles.bytes(path) == SharedData.packageBytes("Mocks/\(path)"), "\(path)")
        }
        #expect(MockFiles.bytes("modules/no-such.json") == nil)
    }
}
