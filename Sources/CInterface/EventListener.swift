internal import CWaypoint
internal import Formats
internal import Simulator
internal import Transport

/// A function of C that takes events, with the pointer it wants to have back.
@safe
struct EventCallback: @unchecked Sendable {
    // Sendable although it holds pointers: C's side promises that both may be used on the unit's thread.
    private let function: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void
    private let context: UnsafeMutableRawPointer?

    init(
        _ function: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void,
        context: UnsafeMutableRawPointer?
    ) {
        unsafe self.function = unsafe function
        unsafe self.context = unsafe context
    }

    func call(_ json: JSONValue) {
        let text = (json.serialized() + [0]).map { CChar(bitPattern: $0) }
        c_waypoint_enter_callback()
        defer { c_waypoint_leave_callback() }
        unsafe text.withUnsafeBufferPointer { unsafe function(context, $0.baseAddress) }
    }
}

/// Hands the events of a unit to whoever listens at the moment.
final class EventListener: @unchecked Sendable {
    // Sendable although it holds plain state: all is used on the unit's thread.

    private let reactor: Reactor
    private var callback: EventCallback?
    /// The number by which the unit knows the watch over messages.
    private var watch: Int?

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func tell(_ event: MockHeadUnit.Event) {
        reactor.checkIsolated()
        // With a watch over messages that one tells everything.
        if watch == nil { callback?.call(event.json) }
    }

    fileprivate func set(_ callback: EventCallback?, withMessages: Bool, on unit: isolated MockHeadUnit) {
        if let watch { unit.removeObserver(watch) }
        watch = nil
        self.callback = callback
        guard withMessages, callback != nil else { return }
        watch = unit.observe(messages: true) { [weak self] event in self?.callback?.call(event.json) }
    }
}

extension MockHeadUnit {
    /// Changes who listens, on the unit's thread.
    func setListener(_ listener: EventListener, _ callback: EventCallback?, withMessages: Bool) {
        listener.set(callback, withMessages: withMessages, on: self)
    }
}
