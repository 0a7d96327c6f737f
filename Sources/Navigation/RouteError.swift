public import Formats

/// Why a file gave no route.
public struct RouteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of fault.
    public enum Code: Hashable, Sendable {
        /// The text is no XML.
        case xml(XMLError)

        /// The text is no JSON.
        case json(JSONError)

        /// The text is of another kind than the reader was made for.
        case wrongKind(expected: String, found: String)

        /// A point has no latitude or longitude, or one out of range.
        case coordinate(String)

        /// A value is of a wrong type.
        case value(String)

        /// There is no point at all.
        case empty

        /// There are more points than are read.
        case tooManyPoints(limit: Int)

        /// There are more stops than are read.
        case tooManyStops(limit: Int)

        /// A route names a waypoint of which no position is told.
        case unplaced(String)
    }

    /// What is wrong.
    public let code: Code

    /// The line of the text, from 1; 0 when none is known.
    public let line: Int

    /// Creates an error.
    public init(_ code: Code, line: Int = 0) {
        self.code = code
        self.line = line
    }

    /// The error in words.
    public var description: String {
        let what =
            switch code {
            case .xml(let error): "\(error)"
            case .json(let error): "\(error)"
            case .wrongKind(let expected, let found): "expected \(expected), found \(found)"
            case .coordinate(let text): "no coordinate: \(text)"
            case .value(let text): "\(text)"
            case .empty: "no points"
            case .tooManyPoints(let limit): "more than \(limit) points"
            case .tooManyStops(let limit): "more than \(limit) stops"
            case .unplaced(let name): "no position of the waypoint \(name)"
            }
        return line > 0 ? "route, line \(line): \(what)" : "route: \(what)"
    }
}
