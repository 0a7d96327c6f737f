import Formats

/// Reads typed values from JSON and collects what is wrong with them.
///
/// A member of a wrong type is a fault only where it is mandatory; elsewhere it is left out and noted, so that one odd
/// member of a head unit's answer does not cost the rest.
public struct RPCDecoder: Sendable {
    /// What was wrong but could be lived with, in the order of reading.
    public private(set) var issues: [RPCDecodingError] = []

    private enum Step: Sendable {
        case key(StaticString)
        case index(Int)
    }

    /// The containers around the current value, outermost first.
    private var path: [Step] = []
    /// The current value inside the innermost container; `nil` at the message itself.
    private var step: Step?

    /// Makes a decoder for one message.
    public init() {}
}

extension RPCDecoder {
    /// Reads a member that may be missing.
    @inline(__always)
    mutating func optional<Codec: RPCCodec>(
        _ key: StaticString, _ members: inout JSONMembers, _ codec: Codec
    ) -> Codec.Value? {
        guard let cursor = members.take(key) else { return nil }
        step = .key(key)
        do {
            return try codec.decode(cursor, &self)
        } catch {
            issues.append(error)
            return nil
        }
    }

    /// Reads a member that must be there.
    @inline(__always)
    mutating func required<Codec: RPCCodec>(
        _ key: StaticString, _ members: inout JSONMembers, _ codec: Codec
    ) throws(RPCDecodingError) -> Codec.Value {
        step = .key(key)
        guard let cursor = members.take(key) else { throw error(.missing) }
        return try codec.decode(cursor, &self)
    }

    /// Steps into the current value, which is a container.
    mutating func enter() {
        if let step { path.append(step) }
        step = nil
    }

    /// Steps out of a container again.
    mutating func leave() {
        step = path.popLast()
    }

    /// Names the element of a list that is read next.
    mutating func goTo(element index: Int) {
        step = .index(index)
    }

    /// Notes a fault at the current value.
    mutating func note(_ problem: RPCDecodingError.Problem) {
        issues.append(error(problem))
    }

    /// A fault at the current value.
    func error(_ problem: RPCDecodingError.Problem) -> RPCDecodingError {
        let steps = (path + (step.map { [$0] } ?? [])).map { step in
            switch step {
            case .key(let key): "\(key)"
            case .index(let index): "\(index)"
            }
        }
        return RPCDecodingError(path: steps.joined(separator: "."), problem: problem)
    }

    /// The fault of a value that is no object.
    func notAnObject(_ cursor: JSONCursor) -> RPCDecodingError {
        error(.wrongType(expected: "object", found: cursor.kind))
    }
}
