internal import CWebSockets

/// A libwebsockets context; used on the thread of its loop only, but for ``wake()``.
@safe
struct ContextHandle {
    private let pointer: OpaquePointer

    init?(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
    }

    var port: UInt16 { unsafe c_web_port(pointer) }

    /// Waits for something to happen and has it told; false when that goes no more.
    func serve() -> Bool { unsafe c_web_serve(pointer) }

    func wake() { unsafe c_web_wake(pointer) }

    func destroy() { unsafe c_web_destroy(pointer) }
}

/// A connection, until the loop is told that it is closed; used on the thread of its loop only.
@safe
struct ConnectionHandle {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    func send(_ message: WebMessage) -> Bool {
        let bytes = message.bytes
        let isBinary = if case .binary = message { true } else { false }
        return unsafe c_web_send(pointer, bytes, bytes.count, isBinary)
    }

    func wantToWrite() { unsafe c_web_want_to_write(pointer) }

    func setReading(_ isReading: Bool) { unsafe c_web_set_reading(pointer, isReading) }

    func close(_ status: UInt16, _ reason: String) { unsafe c_web_close(pointer, status, reason) }

    func abort() { unsafe c_web_abort(pointer) }

    /// False when there is no memory.
    func respond(_ response: WebResponse) -> Bool {
        let texts = response.headers.flatMap { [Array("\($0.name):".utf8CString), Array($0.value.utf8CString)] }
        return unsafe Self.withPointers(to: texts) { pointers in
            var headers: [c_web_header] = unsafe []
            for index in response.headers.indices {
                unsafe headers.append(c_web_header(name: pointers[2 * index], value: pointers[2 * index + 1]))
            }
            return unsafe c_web_respond(
                pointer, UInt32(clamping: response.status), response.contentType, headers, headers.count, response.body,
                response.body.count)
        }
    }

    /// Lends the texts, which lie one after the other in one piece of memory.
    private static func withPointers<Result>(
        to texts: [[CChar]], _ body: ([UnsafePointer<CChar>]) -> Result
    ) -> Result {
        // One more, so that there is a place even when there is no text.
        let all = texts.flatMap(\.self) + [0]
        return unsafe all.withUnsafeBufferPointer { buffer in
            var pointers: [UnsafePointer<CChar>] = unsafe []
            var place = 0
            for text in texts {
                if let base = buffer.baseAddress { unsafe pointers.append(base + place) }
                place += text.count
            }
            return unsafe body(pointers)
        }
    }
}
