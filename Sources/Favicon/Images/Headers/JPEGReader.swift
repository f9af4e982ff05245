/// Reads the segments of a JPEG up to the frame header (ITU-T T.81, B.2.2), and passes over what
/// cameras and editors write before it.
struct JPEGReader: HeaderReader {
    /// Whether the window begins behind the start of the image.
    private var isStarted = false

    var format: ImageFormat? { .jpeg }

    mutating func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard isStarted else {
            isStarted = true
            return .skip(2)
        }
        guard window.count >= 4 else { return .needs(4) }
        // Before a marker there may be any number of fill bytes, and in practice any others.
        guard window[0] == 0xFF else { return .skip(window.prefix { $0 != 0xFF }.count) }
        switch window[1] {
        case 0xFF: return .skip(1)
        case 0x00, 0x01, 0xD0...0xD8: return .skip(2)
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            guard window.count >= 9 else { return .needs(9) }
            return .known(
                try IconImage(
                    .jpeg, width: window.bigEndian(7..<9), height: window.bigEndian(5..<7)))
        case 0xD9, 0xDA: throw .damaged(.jpeg)
        default:
            let length = window.bigEndian(2..<4)
            guard length >= 2 else { throw .damaged(.jpeg) }
            return .skip(2 + length)
        }
    }
}
