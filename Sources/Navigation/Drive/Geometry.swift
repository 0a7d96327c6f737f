internal import GNSS
internal import Glibc

/// How the directions of the satellites used multiply the range error.
struct Geometry: Sendable {
    var east = 0.0
    var north = 0.0
    var up = 0.0
    var time = 0.0

    var horizontal: Double { (east * east + north * north).squareRoot() }
    var position: Double { (east * east + north * north + up * up).squareRoot() }

    /// Nil with fewer than four satellites, or when they stand in one plane.
    init?(_ satellites: [Sky.Sighting]) {
        guard satellites.count >= 4 else { return nil }
        // Normal equations of the unit vectors and the clock, inverted by elimination beside the unit matrix.
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: 8), count: 4)
        for satellite in satellites {
            let (elevation, azimuth) = (satellite.elevation * .pi / 180, satellite.azimuth * .pi / 180)
            let row = [cos(elevation) * sin(azimuth), cos(elevation) * cos(azimuth), sin(elevation), 1]
            for line in 0..<4 {
                for column in 0..<4 { matrix[line][column] += row[line] * row[column] }
            }
        }
        for line in 0..<4 { matrix[line][line + 4] = 1 }
        for column in 0..<4 {
            let pivot = (column..<4).max { abs(matrix[$0][column]) < abs(matrix[$1][column]) } ?? column
            guard abs(matrix[pivot][column]) > 1e-9 else { return nil }
            matrix.swapAt(column, pivot)
            let divisor = matrix[column][column]
            for index in 0..<8 { matrix[column][index] /= divisor }
            for line in 0..<4 where line != column {
                let factor = matrix[line][column]
                for index in 0..<8 { matrix[line][index] -= factor * matrix[column][index] }
            }
        }
        east = max(0, matrix[0][4]).squareRoot()
        north = max(0, matrix[1][5]).squareRoot()
        up = max(0, matrix[2][6]).squareRoot()
        time = max(0, matrix[3][7]).squareRoot()
    }
}
