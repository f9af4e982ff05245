import Synchronization

/// Pictures that are whole, so that browsers show them, as small as may be.
package enum WholePictures {
    /// A GIF of 16 by 16 pixels, as a `data:` URL.
    package static let dataURL =
        "data:image/gif;base64,R0lGODlhEAAQAIAAACBgwP///ywAAAAAEAAQAAACDoSPqcvtD6OctNqLsz4FADs="

    /// A PNG in one colour, with so many rows of data.
    package static func png(_ width: Int, _ height: Int, rows count: Int? = nil) -> [UInt8] {
        let key = [width, height, count ?? height]
        if let known = known.withLock({ $0[key] }) { return known }
        let picture = made(width, height, rows: count)
        known.withLock { $0[key] = picture }
        return picture
    }

    /// The pictures that were made, of which tests serve the same ones to hundreds of pages.
    private static let known = Mutex<[[Int]: [UInt8]]>([:])

    private static func made(_ width: Int, _ height: Int, rows count: Int?) -> [UInt8] {
        let rows = (0..<(count ?? height)).flatMap { _ in [0] + [UInt8](repeating: 0x60, count: 3 * width) }
        let header = big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]
        return [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + TinyImage.chunk("IHDR", header)
            + TinyImage.chunk("IDAT", TinyDeflate.stored(rows)) + TinyImage.chunk("IEND", [])
    }

    /// An ICO with a PNG of each size.
    package static func ico(_ sides: [Int]) -> [UInt8] {
        let pictures = sides.map { png($0, $0) }
        var (directory, offset) = ([0, 0, 1, 0] + little(sides.count, 2), 6 + 16 * sides.count)
        for (side, picture) in zip(sides, pictures) {
            let byte = UInt8(truncatingIfNeeded: side)
            directory += [byte, byte, 0, 0, 1, 0, 32, 0] + little(picture.count, 4) + little(offset, 4)
            offset += picture.count
        }
        return directory + pictures.joined()
    }

    /// A GIF whose codes have eight bits: a clear code before the dictionary would widen them.
    package static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        let size = little(width, 2) + little(height, 2)
        var (codes, left) = ([UInt8](), width * height)
        while left > 0 {
            codes += [0x80] + [UInt8](repeating: 1, count: min(left, 120))
            left -= 120
        }
        codes.append(0x81)
        let blocks = stride(from: 0, to: codes.count, by: 255).flatMap { start in
            let block = codes[start..<min(start + 255, codes.count)]
            return [UInt8(block.count)] + block
        }
        return Array("GIF89a".utf8) + size + [0xE6, 0, 0] + [UInt8](repeating: 0x60, count: 384)
            + Array(",\0\0\0\0".utf8) + size + [0, 7] + blocks + [0, 0x3B]
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
