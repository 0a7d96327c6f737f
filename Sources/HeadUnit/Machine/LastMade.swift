internal import Formats
internal import SDLSpec

/// What can be told apart to the last bit.
///
/// `==` is not enough where texts are counted or written: it takes `é` in one code point for `é` in two, and 0.0 for
/// -0.0.
protocol ExactlyComparable: Sendable {
    /// Whether nothing at all tells the two apart.
    func isExactly(_ other: Self) -> Bool
}

/// What was last made of one input, for the next time that the input is the same.
///
/// Apps that poll ask the same question again and again and get the same answer: an HMI that hands out the same list is
/// judged once, and what follows from it is put into JSON once. Only for what depends on nothing but the input.
struct LastMade<Input: ExactlyComparable, Output: Sendable>: Sendable {
    private var last: (input: Input, output: Output)?

    /// What was made of this very input the last time, or what `make` makes of it now.
    mutating func output(of input: Input, _ make: (Input) -> Output) -> Output {
        if let last, last.input.isExactly(input) { return last.output }
        let output = make(input)
        last = (input, output)
        return output
    }
}

extension JSONValue: ExactlyComparable {
    func isExactly(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let mine), .bool(let its)): mine == its
        case (.int(let mine), .int(let its)): mine == its
        case (.double(let mine), .double(let its)): mine.bitPattern == its.bitPattern
        case (.string(let mine), .string(let its)): mine.isExactly(its)
        case (.array(let mine), .array(let its)): mine.isExactly(its)
        case (.object(let mine), .object(let its)): mine.isExactly(its)
        case (.null, _), (.bool, _), (.int, _), (.double, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension String {
    fileprivate func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [JSONValue] {
    fileprivate func isExactly(_ other: [JSONValue]) -> Bool {
        guard count == other.count else { return false }
        // Two values of one array share its memory until one of them is changed: no need to look at each element.
        let isSameArray = unsafe withUnsafeBufferPointer { mine in
            unsafe other.withUnsafeBufferPointer { unsafe mine.baseAddress == $0.baseAddress }
        }
        return isSameArray || zip(self, other).allSatisfy { $0.isExactly($1) }
    }
}

extension [String: JSONValue] {
    func isExactly(_ other: [String: JSONValue]) -> Bool {
        guard count == other.count else { return false }
        return allSatisfy { key, value in
            guard let place = other.index(forKey: key) else { return false }
            return other[place].key.isExactly(key) && other[place].value.isExactly(value)
        }
    }
}

/// An answer of the HMI and what it answers.
struct GivenAnswer: ExactlyComparable {
    let method: HMIMethod
    let answer: HMIAnswer

    func isExactly(_ other: GivenAnswer) -> Bool {
        guard method == other.method else { return false }
        switch (answer, other.answer) {
        case (.result(let code, let members), .result(let itsCode, let itsMembers)):
            return code == itsCode && members.isExactly(itsMembers)
        // Texts of errors and whatever an HMI may say differently each time: cheap to judge, or rare.
        case (.result, _), (.error, _), (.raw, _): return false
        }
    }
}

/// The parameters of a message that goes out.
struct OutgoingBody: ExactlyComparable {
    let functionID: UInt32
    let kind: RPCMessageKind
    let parameters: JSONValue

    func isExactly(_ other: OutgoingBody) -> Bool {
        functionID == other.functionID && kind == other.kind && parameters.isExactly(other.parameters)
    }
}
