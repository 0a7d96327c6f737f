extension Double {
    /// An angle in degrees brought to 0..<360.
    var wrappedDegrees: Double {
        let remainder = truncatingRemainder(dividingBy: 360)
        let positive = remainder < 0 ? remainder + 360 : remainder
        return positive < 360 ? positive : 0
    }
}
