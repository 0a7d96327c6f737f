/// A JSON object in the words of gpsd: members in a fixed order, values ready to print.
///
/// This module writes no JSON; whoever prints turns the members into text.
public struct GPSDObject: Hashable, Sendable {
    /// A value of a member.
    public enum Value: Hashable, Sendable {
        /// Text.
        case string(String)
        /// A whole number.
        case integer(Int)
        /// A number to print with this many decimals.
        case number(Double, decimals: Int)
        /// True or false.
        case boolean(Bool)
        /// A list of objects.
        case objects([GPSDObject])
    }

    /// A name and a value.
    public struct Member: Hashable, Sendable {
        /// The name, as gpsd spells it.
        public let name: String
        /// The value.
        public let value: Value
    }

    /// The members in gpsd's order; unknown values are left out, never null.
    public private(set) var members: [Member] = []

    /// The value of a member; nil when it is left out.
    public subscript(name: String) -> Value? {
        members.first { $0.name == name }?.value
    }

    mutating func set(_ name: String, _ text: String?) {
        if let text { members.append(Member(name: name, value: .string(text))) }
    }

    mutating func set(_ name: String, _ integer: Int?) {
        if let integer { members.append(Member(name: name, value: .integer(integer))) }
    }

    mutating func set(_ name: String, _ number: Double?, decimals: Int) {
        if let number, number.isFinite {
            members.append(Member(name: name, value: .number(number, decimals: decimals)))
        }
    }

    mutating func set(_ name: String, _ flag: Bool) {
        members.append(Member(name: name, value: .boolean(flag)))
    }

    mutating func set(_ name: String, _ objects: [GPSDObject]) {
        members.append(Member(name: name, value: .objects(objects)))
    }
}
