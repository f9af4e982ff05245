/// The pictures of a whole ICO or CUR, looked at for what browsers could not show of them.
struct ICOPictures {
    private let bytes: [UInt8]

    /// Takes the file.
    init(of bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Decodes the pictures that are PNGs, and looks whether the others are whole.
    ///
    /// - Parameter budget: what pixels are taken from.
    /// - Throws: ``PixelProblem``.
    func look(within budget: LookBudget) throws(PixelProblem) {
        // Where several entries name one place, it is looked at once.
        var seen: Set<Range<Int>> = []
        for range in ICOReader.ranges(in: bytes) where seen.insert(range).inserted {
            guard range.lowerBound < bytes.count else { throw .cutOff }
            let picture = Array(bytes[range.clamped(to: bytes.indices)])
            if picture.starts(with: PNGReader.signature) {
                _ = try PictureDecoder.pixels(of: picture, by: .libpng, within: budget)
            } else {
                guard budget.takePixels(picture.count) else { throw .exhausted }
                let count = BMPReader.byteCount(ofPictureIn: picture)
                if count.map({ $0 > bytes.count - range.lowerBound }) ?? false { throw .cutOff }
            }
        }
    }
}
