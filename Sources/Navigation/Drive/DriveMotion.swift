internal import GNSS

/// Moves a vehicle along a path: it speeds up, brakes for bends and halts, and stands where it must.
struct DriveMotion: Sendable {
    /// A place where the vehicle stands for a while.
    struct Halt: Sendable {
        var along: Double
        var seconds: Double
    }

    let path: DrivePath
    let top: Double
    let acceleration: Double
    let braking: Double
    private let halts: [Halt]

    private(set) var along = 0.0
    private(set) var speed = 0.0
    /// Index of the point of the path that was passed last.
    private(set) var index = 0
    /// Whether the end was reached.
    private(set) var isFinished = false
    private var nextHalt = 0
    private var waiting = 0.0

    /// The longest step of the integration in seconds.
    private static let step = 0.01

    init(path: DrivePath, top: Double, acceleration: Double, braking: Double, halts: [Halt]) {
        self.path = path
        self.top = top
        self.acceleration = acceleration
        self.braking = braking
        self.halts = halts.sorted { $0.along < $1.along }
    }

    /// Lets time pass.
    mutating func advance(by seconds: Double) {
        let steps = max(1, (seconds / DriveMotion.step).rounded(.up))
        for _ in 0..<Int(steps) { advanceStep(seconds / steps) }
    }

    private mutating func advanceStep(_ seconds: Double) {
        guard !isFinished else { return }
        if waiting > 0 {
            waiting -= seconds
            return
        }
        while index < path.along.count - 2, path.along[index + 1] <= along { index += 1 }
        let goal = nextHalt < halts.count ? min(halts[nextHalt].along, path.length) : path.length
        let allowed = min(top, limitAhead, (2 * braking * max(0, goal - along)).squareRoot())
        speed = min(allowed, speed + acceleration * seconds)
        along = min(goal, along + speed * seconds)
        guard goal - along < 0.001 else { return }
        speed = 0
        if nextHalt < halts.count {
            waiting = halts[nextHalt].seconds
            nextHalt += 1
        } else {
            isFinished = true
        }
    }

    /// The speed from which the limit at the next point of the path can still be kept.
    private var limitAhead: Double {
        guard index + 1 < path.limits.count else { return 0 }
        let limit = path.limits[index + 1]
        return (limit * limit + 2 * braking * max(0, path.along[index + 1] - along)).squareRoot()
    }
}
