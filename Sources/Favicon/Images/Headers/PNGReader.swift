/// Reads the first chunk of a PNG (PNG 11.2.1), animated or not.
struct PNGReader: HeaderReader {
    /// What every PNG begins with.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// How many bytes the size takes.
    static let length = 24

    var format: ImageFormat? { .png }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= Self.length else { return .needs(Self.length) }
        guard let size = Self.size(in: window) else { throw .damaged(.png) }
        return .known(try IconImage(.png, width: size.width, height: size.height))
    }

    /// The size in the header that begins the bytes; `nil` if they are not one.
    static func size(in bytes: [UInt8]) -> PixelSize? {
        guard bytes.count >= length, bytes.starts(with: signature),
            bytes.bigEndian(8..<12) == 13, bytes.has("IHDR", at: 12)
        else { return nil }
        let size = PixelSize(width: bytes.bigEndian(16..<20), height: bytes.bigEndian(20..<24))
        return max(size.width, size.height) <= Int(Int32.max) ? size : nil
    }
}
