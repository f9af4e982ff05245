/// Reads the directory of an ICO or a CUR, and the headers of its images, which are more reliable.
///
/// A picture beyond the window has the size from the directory. A picture that is missing, or is neither a PNG nor a
/// BMP, does not count.
struct ICOReader: HeaderReader {
    private static let headerLength = 6
    private static let entryLength = 16

    let format: ImageFormat?

    init(_ format: ImageFormat) { self.format = format }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        let directoryLength = Self.headerLength + Self.entryLength * window.littleEndian(4..<6)
        guard window.count >= directoryLength else { return .needs(directoryLength) }
        let reachable = Self.entries(window).map { $0.offset + PNGReader.length }.filter {
            $0 <= ImageProbe.windowLimit
        }
        let needed = reachable.max() ?? 0
        guard window.count >= needed else { return .needs(needed) }
        return .known(try image(window, isWhole: false))
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= Self.headerLength, Self.entries(window).count == window.littleEndian(4..<6) else {
            throw truncation
        }
        return .known(try image(window, isWhole: true))
    }

    private var truncation: IconRejection { format.map { .truncated($0) } ?? .unrecognized }

    private func image(_ window: [UInt8], isWhole: Bool) throws(IconRejection) -> IconImage {
        let format = format ?? .ico
        let entries = Self.entries(window)
        // Other formats may start like an empty directory by chance.
        guard !entries.isEmpty else { throw .unrecognized }
        let sizes = entries.compactMap { entry in
            let isOutOfSight = entry.offset + PNGReader.length > ImageProbe.windowLimit
            return isOutOfSight && !isWhole ? entry.size : Self.size(at: entry.offset, in: window)
        }
        guard !sizes.isEmpty else {
            let isCutOff = entries.contains { $0.offset + PNGReader.length > window.count }
            throw isCutOff ? truncation : .damaged(format)
        }
        let visible = sizes.filter { $0.width > 0 && $0.height > 0 }
        guard !visible.isEmpty else { throw .zeroSize(format) }
        guard visible.contains(where: { $0.width > 1 || $0.height > 1 }) else { throw .singlePixel(format) }
        return IconImage(format, visible)
    }

    /// The size of the picture at an offset, without the mask that the height of a BMP includes.
    private static func size(at offset: Int, in window: [UInt8]) -> PixelSize? {
        let bytes = Array(window.dropFirst(offset).prefix(PNGReader.length))
        return PNGReader.size(in: bytes)
            ?? BMPReader.size(in: bytes).map { PixelSize(width: $0.width, height: $0.height / 2) }
    }

    struct Picture {
        let size: PixelSize
        /// Bits per pixel, or 0.
        let depth: Int
        let offset: Int

        var area: Int { size.width * size.height }
    }

    static func pictures(in bytes: [UInt8]) -> [Picture] { bytes.count < headerLength ? [] : entries(bytes) }

    /// The directory's entries that are present; it stores 256 as 0.
    private static func entries(_ window: [UInt8]) -> [Picture] {
        let end = min(window.count, headerLength + entryLength * window.littleEndian(4..<6))
        return stride(from: headerLength, through: end - entryLength, by: entryLength).map { at in
            let (width, height) = (Int(window[at]), Int(window[at + 1]))
            return Picture(
                size: PixelSize(width: width == 0 ? 256 : width, height: height == 0 ? 256 : height),
                depth: window.littleEndian(at + 6..<at + 8), offset: window.littleEndian(at + 12..<at + 16))
        }
    }
}
