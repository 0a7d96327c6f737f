/// A BSON document: the control payload of protocol 5 and of the first StartService.
///
/// The order of keys is kept. Of equal keys the last one counts, as in the libraries of other peers.
public struct BSONDocument: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A key and its value.
    public struct Element: Sendable, Hashable {
        /// The key, at most 254 bytes.
        public var key: String
        /// The value.
        public var value: BSONValue

        /// Makes an element.
        public init(key: String, value: BSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The limits of reading and writing.
    public enum Limit: Sendable {
        /// The most levels of documents and arrays below the top document.
        public static let depth = 16
        /// The longest key, in bytes.
        public static let key = 254
        /// The longest string, in bytes.
        public static let string = 65_536
        /// The most keys of a document that is read.
        public static let readKeys = 256
        /// The most keys of a document that is written: bson_c_lib loses what comes behind them.
        public static let writtenKeys = 32
    }

    /// The elements in order.
    public var elements: [Element]

    /// Makes a document of elements.
    public init(_ elements: [Element] = []) {
        self.elements = elements
    }

    /// Makes a document of keys and values in order.
    public init(dictionaryLiteral elements: (String, BSONValue)...) {
        self.elements = elements.map { Element(key: $0.0, value: $0.1) }
    }

    /// The value of a key; of equal keys the last one's.
    public subscript(key: String) -> BSONValue? {
        elements.last { $0.key == key }?.value
    }

    /// Appends an element unless the value is nil.
    mutating func add(_ key: String, _ value: BSONValue?) {
        if let value { elements.append(Element(key: key, value: value)) }
    }
}
