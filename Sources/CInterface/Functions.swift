// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CWaypoint
internal import Formats
internal import Glibc
internal import Synchronization
internal import Transport

// The functions of waypoint_simulator.h, which says what each is for. A unit is an object that the pointer keeps alive.

/// The library's version; stays where it is.
private let version: StaticString = "0.1.0"

@c @implementation
public func waypoint_version() -> UnsafePointer<CChar>? {
    unsafe UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
public func waypoint_unit_create(
    _ module: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<waypoint_error>?
) -> OpaquePointer? {
    var unit: OpaquePointer?
    unsafe report(error) { () throws(CallFailure) in
        guard c_waypoint_is_in_callback() == 0 else {
            throw CallFailure(WAYPOINT_WRONG_THREAD, "called inside a callback")
        }
        let handle = try UnitHandle(module: try unsafe text(module, "module"))
        unsafe unit = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
    }
    return unsafe unit
}

@c @implementation
public func waypoint_unit_set_callback(
    _ unit: OpaquePointer?, _ callback: waypoint_event_callback?, _ context: UnsafeMutableRawPointer?,
    _ with_messages: Int32
) -> waypoint_status {
    let listener = unsafe callback.map { unsafe EventCallback($0, context: context) }
    return unsafe with(unit, nil) { handle in handle.setCallback(listener, withMessages: with_messages != 0) }
}

@c @implementation
public func waypoint_unit_start(
    _ unit: OpaquePointer?, _ host: UnsafePointer<CChar>?, _ port: UInt16,
    _ listening_port: UnsafeMutablePointer<UInt16>?, _ error: UnsafeMutablePointer<waypoint_error>?
) -> waypoint_status {
    unsafe with(unit, error) { handle throws(CallFailure) in
        let address = unsafe host == nil ? "127.0.0.1" : try unsafe text(host, "host")
        let real = try handle.start(host: address, port: port)
        unsafe listening_port?.pointee = real
    }
}

@c @implementation
public func waypoint_unit_feed_nmea(
    _ unit: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> waypoint_status {
    unsafe with(unit, nil) { handle throws(CallFailure) in
        guard count >= 0 else { throw CallFailure(WAYPOINT_INVALID_ARGUMENT, "count is too large") }
        guard count > 0 else { return }
        guard let bytes = unsafe bytes else { throw CallFailure(WAYPOINT_INVALID_ARGUMENT, "bytes is NULL") }
        handle.feed(unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count)))
    }
}

@c @implementation
public func waypoint_unit_set_route(
    _ unit: OpaquePointer?, _ route: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<waypoint_error>?
) -> waypoint_status {
    unsafe with(unit, error) { handle throws(CallFailure) in
        try handle.setRoute(unsafe route == nil ? nil : try unsafe text(route, "route"))
    }
}

@c @implementation
public func waypoint_unit_activate(
    _ unit: OpaquePointer?, _ app: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<waypoint_error>?
) -> waypoint_status {
    unsafe with(unit, error) { handle throws(CallFailure) in try handle.activate(try unsafe text(app, "app")) }
}

@c @implementation
public func waypoint_unit_command(
    _ unit: OpaquePointer?, _ json: UnsafePointer<CChar>?,
    _ answer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: UnsafeMutablePointer<waypoint_error>?
) -> waypoint_status {
    unsafe with(unit, error) { handle throws(CallFailure) in
        let text = try unsafe text(json, "json")
        guard let request = try? JSONValue(parsing: Array(text.utf8)) else {
            throw CallFailure(WAYPOINT_REFUSED, "json: one JSON object")
        }
        let result = try handle.command(request)
        guard let answer = unsafe answer else { return }
        guard let copy = unsafe strdup(String(decoding: result.serialized(), as: UTF8.self)) else {
            throw CallFailure(WAYPOINT_REFUSED, "no memory for the answer")
        }
        unsafe answer.pointee = copy
    }
}

@c @implementation
public func waypoint_free(_ text: UnsafeMutablePointer<CChar>?) {
    unsafe free(text)
}

@c @implementation
public func waypoint_unit_destroy(_ unit: OpaquePointer?) -> waypoint_status {
    guard let unit = unsafe unit else { return WAYPOINT_OK }
    let status = unsafe with(unit, nil) { handle in handle.destroy() }
    if status == WAYPOINT_OK {
        unsafe Unmanaged<UnitHandle>.fromOpaque(UnsafeRawPointer(unit)).release()
    }
    return status
}

// MARK: - Arguments and errors

/// Runs a call on a unit.
private func with(
    _ unit: OpaquePointer?, _ error: UnsafeMutablePointer<waypoint_error>?,
    _ body: (UnitHandle) throws(CallFailure) -> Void
) -> waypoint_status {
    unsafe report(error) { () throws(CallFailure) in
        // A callback that waited for its own unit, or for one that waits for it, would wait for ever.
        guard c_waypoint_is_in_callback() == 0 else {
            throw CallFailure(WAYPOINT_WRONG_THREAD, "called inside a callback")
        }
        guard let unit = unsafe unit else { throw CallFailure(WAYPOINT_INVALID_ARGUMENT, "unit is NULL") }
        let handle = unsafe Unmanaged<UnitHandle>.fromOpaque(UnsafeRawPointer(unit)).takeUnretainedValue()
        try handle.turn.withLock { _ throws(CallFailure) in try body(handle) }
    }
}

@discardableResult
private func report(
    _ error: UnsafeMutablePointer<waypoint_error>?, _ body: () throws(CallFailure) -> Void
) -> waypoint_status {
    do throws(CallFailure) {
        try body()
        unsafe write("", to: error)
        return WAYPOINT_OK
    } catch let failure {
        unsafe write(failure.message, to: error)
        return failure.status
    }
}

/// Writes a text as far as there is room, cut between characters.
private func write(_ text: String, to error: UnsafeMutablePointer<waypoint_error>?) {
    guard let error = unsafe error else { return }
    unsafe withUnsafeMutableBytes(of: &error.pointee.message) { raw in
        var count = 0
        for character in text {
            let bytes = Array(character.utf8)
            guard count + bytes.count < raw.count else { break }
            for byte in bytes {
                unsafe raw[count] = byte
                count += 1
            }
        }
        unsafe raw[count] = 0
    }
}

/// The text of an argument.
private func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String {
    guard let pointer = unsafe pointer else { throw CallFailure(WAYPOINT_INVALID_ARGUMENT, "\(name) is NULL") }
    guard let text = unsafe String(validatingCString: pointer) else {
        throw CallFailure(WAYPOINT_INVALID_ARGUMENT, "\(name) is not UTF-8")
    }
    return text
}
