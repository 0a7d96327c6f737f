internal import Formats

extension MockModuleReader {
    func optionalFlag(_ key: String) throws(MockModuleError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard let flag = value.boolValue else { throw error(key, "true or false") }
        return flag
    }

    func optionalInteger(_ key: String, in range: ClosedRange<Int>) throws(MockModuleError) -> Int? {
        guard let value = value(key) else { return nil }
        guard let number = value.intValue, range.contains(Int(clamping: number)) else {
            throw error(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(clamping: number)
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(MockModuleError) -> Int {
        guard let number = try optionalInteger(key, in: range) else {
            throw error(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func optionalNumber(_ key: String, in range: ClosedRange<Double>) throws(MockModuleError) -> Double? {
        guard let value = value(key) else { return nil }
        guard let number = value.doubleValue, range.contains(number) else {
            throw error(key, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(MockModuleError) -> Double {
        guard let number = try optionalNumber(key, in: range) else {
            throw error(key, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func neededObject(_ key: String) throws(MockModuleError) -> [String: JSONValue] {
        guard let object = value(key)?.objectValue else { throw error(key, "an object") }
        return object
    }
}
