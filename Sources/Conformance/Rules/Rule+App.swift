extension Rule {
    static let appWire: [Rule] = []
    static let appGates: [Rule] = []
    static let appEndurance: [Rule] = []
}
