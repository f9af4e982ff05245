/// Reads the logical screen of a GIF (GIF89a 18).
struct GIFReader: HeaderReader {
    var format: ImageFormat? { .gif }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= 10 else { return .needs(10) }
        return .known(
            try IconImage(
                .gif, width: window.littleEndian(6..<8), height: window.littleEndian(8..<10)))
    }
}
