import Formats

/// Something that can be written as JSON; what generated code writes members with.
protocol RPCEncodable {
    func write(to writer: inout JSONWriter)
}

extension Bool: RPCEncodable {
    func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: RPCEncodable {
    func write(to writer: inout JSONWriter) { writer.int(Int64(self)) }
}

extension Double: RPCEncodable {
    func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension String: RPCEncodable {
    func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension JSONWriter {
    @inline(__always)
    mutating func member(_ key: StaticString, _ value: some RPCEncodable) {
        self.key(key)
        value.write(to: &self)
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ value: (some RPCEncodable)?) {
        guard let value else { return }
        self.key(key)
        value.write(to: &self)
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ value: some RPCEnumeration) {
        self.key(key)
        string(value.rawValue)
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ value: (some RPCEnumeration)?) {
        guard let value else { return }
        self.key(key)
        string(value.rawValue)
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ value: some RPCStructure) {
        self.key(key)
        value.encode(to: &self)
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ value: (some RPCStructure)?) {
        guard let value else { return }
        self.key(key)
        value.encode(to: &self)
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ values: [some RPCEncodable]?) {
        guard let values else { return }
        self.key(key)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ values: [some RPCEnumeration]?) {
        guard let values else { return }
        self.key(key)
        beginArray()
        for value in values { string(value.rawValue) }
        endArray()
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ values: [some RPCStructure]?) {
        guard let values else { return }
        self.key(key)
        beginArray()
        for value in values { value.encode(to: &self) }
        endArray()
    }

    /// Writes the members that the spec does not name; one that has the name of a known member is left out.
    mutating func members(_ unrecognized: [String: JSONValue], otherThan known: [StaticString]) {
        guard !unrecognized.isEmpty else { return }
        for (key, value) in unrecognized.sorted(by: { $0.key < $1.key }) {
            guard !known.contains(where: { "\($0)" == key }) else { continue }
            self.key(key)
            self.value(value)
        }
    }
}
