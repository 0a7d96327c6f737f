private import CJSONC
private import Synchronization

/// json-c's parser: making one costs as much as parsing some hundred bytes, so one waits for the next text.
///
/// Whoever takes it owns it alone until it is given back, on whatever thread; that is why it may be sent.
@safe struct JSONTokener: @unchecked Sendable {
    private let pointer: UnsafeMutablePointer<json_tokener>
    private let depth: Int32

    /// One that waits for the next text.
    private static let spare = Mutex<JSONTokener?>(nil)
    /// A parser keeps room for the longest text value that it has met: after large texts it is not kept.
    private static let largestText = 64 << 10

    private init?(depth: Int32) {
        guard let pointer = unsafe json_tokener_new_ex(depth) else { return nil }
        unsafe self.pointer = unsafe pointer
        self.depth = depth
    }

    /// The one that waits if it fits, else a new one; `nil` without memory.
    static func take(depth: Int32) -> JSONTokener? {
        let waiting = spare.withLock { spare in
            guard spare?.depth == depth else { return JSONTokener?.none }
            return spare.take()
        }
        return waiting ?? JSONTokener(depth: depth)
    }

    /// Lets it wait for the next text, or frees it; it must not be used any more.
    ///
    /// - Parameter size: The bytes of the text that it has parsed.
    func giveBack(afterBytes size: Int) {
        guard size <= Self.largestText else { return free() }
        unsafe json_tokener_reset(pointer)
        let displaced = Self.spare.withLock { spare in
            let displaced = spare
            spare = self
            return displaced
        }
        displaced?.free()
    }

    private func free() {
        unsafe json_tokener_free(pointer)
    }

    /// Parses a text that the guard has passed.
    ///
    /// - Returns: The tree, which the caller must free, or what json-c found and where.
    func parse(_ text: Span<UInt8>, isStrict: Bool) -> Result<JSONNode, JSONError> {
        unsafe json_tokener_set_flags(pointer, isStrict ? JSON_TOKENER_STRICT : 0)
        var tree = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe json_tokener_parse_ex(
                pointer, UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: buffer.count))
        }
        var error = unsafe json_tokener_get_error(pointer)
        let offset = unsafe json_tokener_get_parse_end(pointer)
        if error == json_tokener_continue {
            // A bare number or literal counts as finished only when its terminator was seen.
            var terminator: CChar = 0
            unsafe tree = unsafe json_tokener_parse_ex(pointer, &terminator, 1)
            error = unsafe json_tokener_get_error(pointer)
        }
        guard error == json_tokener_success else {
            unsafe json_object_put(tree)
            return .failure(JSONError(Self.code(of: error), offset: Int(offset)))
        }
        return unsafe .success(JSONNode(pointer: tree))
    }

    private static func code(of error: json_tokener_error) -> JSONError.Code {
        switch error {
        case json_tokener_error_depth: .tooDeep
        case json_tokener_error_size: .tooLarge
        default: .truncated
        }
    }
}
