@testable import Favicon

/// The smallest images of each format, by hand: what their headers need, and no picture.
enum ImageSamples {
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + big(13, 4) + Array("IHDR".utf8) + big(width, 4) + big(height, 4)
            + [8, 6, 0, 0, 0, 1, 2, 3, 4]
    }

    static func gif(_ width: Int, _ height: Int, version: String = "GIF89a") -> [UInt8] {
        Array(version.utf8) + little(width, 2) + little(height, 2) + [0xF0, 0, 0]
    }

    /// A JPEG with metadata of a length before the frame header, whose marker is given.
    static func jpeg(_ width: Int, _ height: Int, metadata: [Int] = [14], frame: UInt8 = 0xC0) -> [UInt8] {
        let segments = metadata.flatMap { [0xFF, 0xE1] + big($0 + 2, 2) + [UInt8](repeating: 0xFF, count: $0) }
        return [0xFF, 0xD8] + segments + [0xFF, frame] + big(17, 2) + [8] + big(height, 2) + big(width, 2) + [3]
    }

    static func lossyWebP(_ width: Int, _ height: Int) -> [UInt8] {
        webP("VP8 ", [0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2))
    }

    static func losslessWebP(_ width: Int, _ height: Int) -> [UInt8] {
        webP("VP8L", [0x2F] + little((width - 1) | (height - 1) << 14 | 1 << 28, 4))
    }

    static func extendedWebP(_ width: Int, _ height: Int) -> [UInt8] {
        webP("VP8X", [0x10, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    static func webP(_ chunk: String, _ contents: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(contents.count + 12, 4) + Array("WEBP".utf8) + Array(chunk.utf8)
            + little(contents.count, 4) + contents
    }

    static func bmp(_ width: Int, _ height: Int, headerLength: Int = 40) -> [UInt8] {
        Array("BM".utf8) + little(1000, 4) + [0, 0, 0, 0] + little(54, 4)
            + bitmap(width, height, headerLength: headerLength)
    }

    /// A BMP without the header of its file, as an ICO has it.
    static func bitmap(_ width: Int, _ height: Int, headerLength: Int = 40) -> [UInt8] {
        let fieldLength = headerLength == 12 ? 2 : 4
        let fields = little(width, fieldLength) + little(height, fieldLength)
        return little(headerLength, 4) + fields + little(1, 2) + little(32, 2)
            + [UInt8](repeating: 0, count: headerLength - 8 - 2 * fieldLength)
    }

    /// An ICO, or a CUR, whose directory names pictures in sizes, each a byte.
    static func ico(_ pictures: [(width: UInt8, height: UInt8, bytes: [UInt8])], kind: UInt8 = 1, gap: Int = 0)
        -> [UInt8]
    {
        var directory: [UInt8] = [0, 0, kind, 0] + little(pictures.count, 2)
        var offset = directory.count + 16 * pictures.count + gap
        for (width, height, bytes) in pictures {
            directory += [width, height, 0, 0, 1, 0, 32, 0] + little(bytes.count, 4)
            directory += little(offset, 4)
            offset += bytes.count
        }
        return directory + [UInt8](repeating: 0, count: gap) + pictures.flatMap(\.bytes)
    }

    /// An AVIF with a thumbnail, whose size comes first, and a picture.
    static func avif(_ width: Int, _ height: Int, brands: String = "mif1avif") -> [UInt8] {
        let properties =
            box("ispe", big(0, 4) + big(8, 4) + big(8, 4)) + box("pixi", big(0, 4) + [1, 8])
            + box("ispe", big(0, 4) + big(width, 4) + big(height, 4))
        // Picture 7 has properties 2 and 3, the thumbnail, 1, has property 1.
        let associations = big(0, 4) + big(2, 4) + big(1, 2) + [1, 1] + big(7, 2) + [2, 0x82, 3]
        let meta =
            big(0, 4) + box("hdlr", big(0, 20)) + box("pitm", big(0, 4) + big(7, 2))
            + box("iprp", box("ipco", properties) + box("ipma", associations))
        return box("ftyp", Array("mif1".utf8) + big(0, 4) + Array(brands.utf8)) + box("free", big(0, 30))
            + box("meta", meta)
    }

    static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        big(contents.count + 8, 4) + Array(type.utf8) + contents
    }

    static func svg(_ attributes: String, before prolog: String = "") -> [UInt8] {
        Array("\(prolog)<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)><g/></svg>".utf8)
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
    }
}
