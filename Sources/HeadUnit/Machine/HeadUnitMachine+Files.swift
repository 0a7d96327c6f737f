internal import Formats

// Files of apps: PutFile, ListFiles, DeleteFile. Only their names, types and sizes are kept.
extension HeadUnitMachine {
    private static let mostFiles = 1_000

    mutating func runFileRequest(_ context: RequestContext, _ parameters: JSONValue, bulk: [UInt8]) {
        switch context.name {
        case "PutFile": putFile(context, parameters, bulk)
        case "DeleteFile": deleteFile(context, parameters)
        default: listFiles(context)
        }
    }

    private func spaceAvailable(of key: AppKey) -> Int64 {
        let used = apps[key]?.files.values.reduce(0) { $0 + $1.size } ?? 0
        return max(0, configuration.storageSpace - used)
    }

    private mutating func putFile(_ context: RequestContext, _ parameters: JSONValue, _ bulk: [UInt8]) {
        guard !bulk.isEmpty else {
            respond(context, .failure("INVALID_DATA", info: InfoText.fileEmpty))
            return
        }
        if let crc = parameters["crc"]?.intValue, crc != Int64(CRC32.checksum(of: bulk)) {
            respond(context, .failure("CORRUPTED_DATA", info: InfoText.fileCorrupted))
            return
        }
        guard let name = parameters["syncFileName"]?.stringValue, let app = apps[context.key],
            !name.contains("/"), name != "..", name.isCleanText
        else {
            respond(context, .failure("INVALID_DATA"))
            return
        }
        // A piece with an offset continues the file.
        let old = app.files[name]
        let isNext = (parameters["offset"]?.intValue ?? 0) > 0
        let size = Int64(bulk.count) + (isNext ? old?.size ?? 0 : 0)
        let free = spaceAvailable(of: context.key) + (old?.size ?? 0)
        guard size <= free, old != nil || app.files.count < Self.mostFiles else {
            respond(
                context, .failure("OUT_OF_MEMORY"),
                members: ["spaceAvailable": .int(spaceAvailable(of: context.key))])
            return
        }
        apps[context.key]?.files[name] = RegisteredApp.File(
            type: parameters["fileType"]?.stringValue ?? "BINARY", size: size)
        respond(
            context, Outcome(resultCode: "SUCCESS", isSuccess: true, info: InfoText.fileStored),
            members: ["spaceAvailable": .int(spaceAvailable(of: context.key))])
    }

    private mutating func deleteFile(_ context: RequestContext, _ parameters: JSONValue) {
        let name = parameters["syncFileName"]?.stringValue ?? ""
        let wasThere = apps[context.key]?.files.removeValue(forKey: name) != nil
        respond(
            context, wasThere ? .success : .failure("REJECTED"),
            members: ["spaceAvailable": .int(spaceAvailable(of: context.key))])
    }

    private mutating func listFiles(_ context: RequestContext) {
        var members: [String: JSONValue] = ["spaceAvailable": .int(spaceAvailable(of: context.key))]
        let names = (apps[context.key]?.files ?? [:]).keys.sorted()
        if !names.isEmpty { members["filenames"] = .array(names.map { .string($0) }) }
        respond(context, .success, members: members)
    }
}

/// The checksum of files in PutFile: CRC-32 of ISO 3309, as in zip files.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }

    static func checksum(of bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8) }
        return ~sum
    }
}
