/// Powers of ten from tables; an exponent outside the table gives the nearest entry.
@usableFromInline
enum PowersOfTen: Sendable {
    @usableFromInline static let doubles: [19 of Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]

    @usableFromInline static let integers: [19 of Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]

    @inlinable
    @inline(__always)
    static func double(_ exponent: Int) -> Double { doubles[max(0, min(exponent, 18))] }

    @inlinable
    @inline(__always)
    static func integer(_ exponent: Int) -> Int64 { integers[max(0, min(exponent, 18))] }
}
