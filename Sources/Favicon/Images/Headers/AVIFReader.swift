/// Finds the `meta` box of an AVIF (ISO/IEC 14496-12, 4.2), if the file says that it is one.
struct AVIFReader: HeaderReader {
    private static let brands: Set = ["avif", "avis"]
    private static let longestFileType = 1024

    /// Whether the box with the brands has been read.
    private var isBranded = false

    var format: ImageFormat? { isBranded ? .avif : nil }

    mutating func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= 8 else { return .needs(8) }
        var length = window.bigEndian(0..<4)
        guard isBranded else {
            guard (16...Self.longestFileType).contains(length) else { throw .unrecognized }
            guard window.count >= length else { return .needs(length) }
            let brands = stride(from: 8, through: length - 4, by: 4).filter { $0 != 12 }
                .map { String(decoding: window[$0..<$0 + 4], as: UTF8.self) }
            guard !Self.brands.isDisjoint(with: brands) else { throw .unrecognized }
            isBranded = true
            return .skip(length)
        }
        var headerLength = 8
        if length == 1 {
            // The length comes behind the type, in eight bytes.
            headerLength = 16
            guard window.count >= headerLength else { return .needs(headerLength) }
            guard window[8] == 0 else { throw .damaged(.avif) }
            length = window.bigEndian(8..<16)
        }
        guard length >= headerLength else { throw .damaged(.avif) }
        guard window.has("meta", at: 4) else { return .skip(length) }
        guard window.count >= length else { return .needs(length) }
        guard let size = AVIFMeta(window[headerLength..<length])?.primarySize
        else { throw .damaged(.avif) }
        return .known(try IconImage(.avif, width: size.width, height: size.height))
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        // Before that, the first of the brands tells.
        guard isBranded || Self.brands.contains(where: { window.has($0, at: 8) })
        else { throw .unrecognized }
        throw .truncated(.avif)
    }
}
