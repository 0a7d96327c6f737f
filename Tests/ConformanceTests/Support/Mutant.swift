import Formats
import SDLProtocol
import Simulator
import Testing
import Transport

/// A head unit with one behaviour broken, and the rule that has to find it.
struct Mutant: Sendable, CustomTestStringConvertible {
    let rule: String
    let what: String
    let module: String
    /// What is different in the module; `nil` for nothing.
    let change: (@Sendable (inout MockModule) -> Void)?
    let shim: @Sendable (Int) -> Shim?
    /// How many links the head unit takes before it is gone.
    var linkLimit = Int.max

    var testDescription: String { "\(rule): \(what)" }

    init(
        _ rule: String, _ what: String, module: String = "modern",
        change: (@Sendable (inout MockModule) -> Void)? = nil,
        onControl: (@Sendable (Hook, Frame) -> [[UInt8]])? = nil,
        onMessage: (@Sendable (Hook, Shim.RPC, Frame) -> [[UInt8]])? = nil,
        onRaw: (@Sendable (Hook, [UInt8]) -> [UInt8]?)? = nil,
        onAppFrame: (@Sendable (Hook, Frame) -> Void)? = nil
    ) {
        self.rule = rule
        self.what = what
        self.module = module
        self.change = change
        shim = { link in
            let hook = Hook(link: link)
            hook.onControl = onControl
            hook.onMessage = onMessage
            hook.onRaw = onRaw
            hook.onAppFrame = onAppFrame
            return hook
        }
    }

    init(
        rule: String, what: String, module: String, change: (@Sendable (inout MockModule) -> Void)?,
        shim: @escaping @Sendable (Int) -> Shim?
    ) {
        self.rule = rule
        self.what = what
        self.module = module
        self.change = change
        self.shim = shim
    }

    /// The mutant, gone after so many links.
    func gone(after links: Int) -> Mutant {
        var mutant = self
        mutant.linkLimit = links
        return mutant
    }

    /// Closes the link where the app asks for something.
    static func closing(
        _ rule: String, _ what: String, at condition: @escaping @Sendable (Hook, Frame) -> Bool
    ) -> Mutant {
        Mutant(
            rule, what,
            onAppFrame: { hook, frame in
                guard condition(hook, frame), !hook.isDeaf else { return }
                hook.isDeaf = true
                let end = hook.end
                end?.reactor.schedule(after: .zero) { end?.cut() }
            })
    }

    /// Changes an RPC of some name.
    static func rewriting(
        _ rule: String, _ what: String, module: String = "modern", _ name: String, isResponse: Bool = true,
        _ body: @escaping @Sendable (Hook, inout Shim.RPC) -> Void
    ) -> Mutant {
        Mutant(
            rule, what, module: module,
            onMessage: { hook, rpc, frame in
                guard rpc.name == name, rpc.isResponse == isResponse else { return [hook.encode(rpc, frame)] }
                var changed = rpc
                body(hook, &changed)
                return [hook.encode(changed, frame)]
            })
    }

    /// Leaves an RPC of some name out.
    static func without(
        _ rule: String, _ what: String, module: String = "modern", _ name: String, isResponse: Bool = false,
        when condition: @escaping @Sendable (Hook, Shim.RPC) -> Bool = { _, _ in true }
    ) -> Mutant {
        Mutant(
            rule, what, module: module,
            onMessage: { hook, rpc, frame in
                rpc.name == name && rpc.isResponse == isResponse && condition(hook, rpc)
                    ? [] : [hook.encode(rpc, frame)]
            })
    }

    /// Changes a control frame.
    static func control(
        _ rule: String, _ what: String, module: String = "modern", _ info: ControlFrameInfo,
        _ body: @escaping @Sendable (Hook, Frame) -> Frame?
    ) -> Mutant {
        Mutant(
            rule, what, module: module,
            onControl: { hook, frame in
                guard frame.header.controlInfo == info else { return [frame.encode()] }
                return body(hook, frame).map { [$0.encode()] } ?? []
            })
    }

    /// Changes the document of an acknowledgement of version 5.
    static func acknowledging(
        _ rule: String, _ what: String, _ body: @escaping @Sendable (inout BSONDocument) -> Void
    ) -> Mutant {
        control(rule, what, .startServiceACK) { _, frame in
            guard var document = try? BSONDocument(parsing: frame.payload) else { return frame }
            body(&document)
            return Frame(header: frame.header, payload: (try? document.encode()) ?? [])
        }
    }
}

extension BSONDocument {
    /// Gives a key another value; `nil` takes it away.
    mutating func set(_ key: String, _ value: BSONValue?) {
        elements.removeAll { $0.key == key }
        if let value { elements.append(Element(key: key, value: value)) }
    }
}

extension Frame {
    /// The frame as another kind of control frame.
    func turned(into info: ControlFrameInfo, payload: [UInt8]? = nil) -> Frame {
        var header = header
        header.info = info.rawValue
        return Frame(header: header, payload: payload ?? self.payload)
    }
}
