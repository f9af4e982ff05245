/// Pictures that tests draw: an encoder of PNGs and ICOs, as small as it gets.
///
/// ```swift
/// TinyImage(180, 180, background: .opaque(0xFFFFFF)).disc(0.3, .opaque(0xC03020)).png
/// ```
package struct TinyImage {
    /// Red, green, blue and opacity.
    package struct Color {
        let bytes: [UInt8]

        /// A colour that nothing shines through, as in `0xFF8800`.
        package static func opaque(_ code: UInt32) -> Color {
            Color(bytes: [UInt8(code >> 16 & 0xFF), UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF), 255])
        }

        /// Nothing.
        package static let clear = Color(bytes: [0, 0, 0, 0])
    }

    package let width: Int
    package let height: Int
    /// The pixels, row by row.
    package private(set) var pixels: [UInt8]

    /// A picture of one colour.
    package init(_ width: Int, _ height: Int, background: Color = .clear) {
        self.width = width
        self.height = height
        pixels = (0..<(width * height)).flatMap { _ in background.bytes }
    }

    /// The picture with a disc in its middle, whose radius is a part of the width.
    package func disc(_ radius: Double, _ color: Color) -> TinyImage {
        painted { x, y in
            let (dx, dy) = (x - Double(width - 1) / 2, y - Double(height - 1) / 2)
            return dx * dx + dy * dy <= radius * radius * Double(width * width) ? color : nil
        }
    }

    /// The picture with the pixels for which a colour is given.
    package func painted(_ color: (Double, Double) -> Color?) -> TinyImage {
        var copy = self
        for y in 0..<height {
            for x in 0..<width {
                guard let color = color(Double(x), Double(y)) else { continue }
                copy.pixels.replaceSubrange((4 * (y * width + x))..<(4 * (y * width + x) + 4), with: color.bytes)
            }
        }
        return copy
    }

    /// The file as a PNG (ISO/IEC 15948).
    package var png: [UInt8] { png(isCompressed: true) }

    /// The file as a PNG whose header claims another size.
    package func png(claiming width: Int, _ height: Int) -> [UInt8] {
        png(isCompressed: true, header: Self.big(width) + Self.big(height))
    }

    /// The file as a PNG, with its data as they are or repetitions replaced.
    package func png(isCompressed: Bool) -> [UInt8] {
        png(isCompressed: isCompressed, header: Self.big(width) + Self.big(height))
    }

    private func png(isCompressed: Bool, header size: [UInt8]) -> [UInt8] {
        let (colors, indices) = palette ?? ([], pixels)
        let width = indices.count / height
        let rows = (0..<height).flatMap { y in [0] + indices[(width * y)..<(width * (y + 1))] }
        let data = isCompressed ? TinyDeflate.zlib(rows, width: width + 1) : TinyDeflate.stored(rows)
        let tables =
            colors.isEmpty
            ? [] : Self.chunk("PLTE", colors.flatMap { $0.dropLast() }) + Self.chunk("tRNS", colors.map { $0[3] })
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + Self.chunk("IHDR", size + [8, colors.isEmpty ? 6 : 3, 0, 0, 0]) + tables + Self.chunk("IDAT", data)
            + Self.chunk("IEND", [])
    }

    /// The colours of a picture that has few, and the number of each pixel's.
    private var palette: (colors: [[UInt8]], indices: [UInt8])? {
        var numbers: [[UInt8]: UInt8] = [:]
        var colors: [[UInt8]] = []
        var indices: [UInt8] = []
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let color = Array(pixels[start..<(start + 4)])
            if numbers[color] == nil {
                guard colors.count < 256 else { return nil }
                numbers[color] = UInt8(colors.count)
                colors.append(color)
            }
            indices.append(numbers[color] ?? 0)
        }
        return (colors, indices)
    }

    /// An ICO of several PNGs.
    package static func ico(_ images: [TinyImage]) -> [UInt8] {
        let files = images.map(\.png)
        var directory: [UInt8] = [0, 0, 1, 0, UInt8(images.count), 0]
        var offset = 6 + 16 * images.count
        for (image, file) in zip(images, files) {
            directory += [UInt8(image.width & 0xFF), UInt8(image.height & 0xFF), 0, 0, 1, 0, 32, 0]
            directory += big(file.count).reversed() + big(offset).reversed()
            offset += file.count
        }
        return directory + files.flatMap(\.self)
    }

    /// A chunk of a PNG with its checksum (PNG, annex D).
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return big(data.count) + body + big(Int(StoredZip.crc32(body)))
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
