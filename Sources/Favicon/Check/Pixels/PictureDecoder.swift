import CImages

struct Pixels: Sendable {
    let width: Int
    let height: Int
    /// Red in the lowest byte, then green, blue and alpha.
    let colors: [UInt32]
}

enum PixelProblem: Error, Equatable {
    case missing(PictureLibrary)
    case damaged(PictureLibrary)
    /// The file holds several pictures, and one of them is incomplete.
    case cutOff
    case partial(PictureLibrary)
    /// The library does not support the picture, although browsers may.
    case refused(PictureLibrary)
    case tooLarge
    case tooCostly
    case exhausted
    case crashed(PictureLibrary)
}

enum PictureLibrary: String, Sendable, CaseIterable {
    case libpng
    case libjpegTurbo = "libjpeg-turbo"
    case libwebp, librsvg

    var package: String {
        switch self {
        case .libpng: "libpng16-16"
        // Debian and Ubuntu have different names.
        case .libjpegTurbo: "'^libturbojpeg0?$'"
        case .libwebp: "libwebp7"
        case .librsvg: "librsvg2-2"
        }
    }
    var isInstalled: Bool { cimages_load(library) == 0 }

    fileprivate var library: cimages_library {
        switch self {
        case .libpng: CIMAGES_PNG
        case .libjpegTurbo: CIMAGES_JPEG
        case .libwebp: CIMAGES_WEBP
        case .librsvg: CIMAGES_SVG
        }
    }
}

/// Decodes pictures with the installed libraries, in a separate process.
enum PictureDecoder {
    /// The maximum number of pixels of a picture: 4096 by 4096.
    static let pixelLimit = 1 << 24
    /// The maximum number of bytes of an SVG.
    static let svgLimit = 1 << 16
    /// The maximum processor time for a picture, in seconds.
    static let drawingLimit: UInt32 = 2
    /// The maximum memory for a picture, in bytes.
    static let drawingMemoryLimit = 1 << 30

    static func library(for format: ImageFormat) -> PictureLibrary? {
        switch format {
        case .png: .libpng
        case .jpeg: .libjpegTurbo
        case .webp: .libwebp
        case .svg: .librsvg
        case .ico, .cur, .gif, .bmp, .avif: nil
        }
    }
    static func pixels(of bytes: [UInt8], by library: PictureLibrary, within budget: LookBudget) throws(PixelProblem)
        -> Pixels
    {
        guard library.isInstalled else { throw .missing(library) }
        if library == .librsvg, bytes.count > svgLimit { throw .tooLarge }
        let size = try size(of: bytes, by: library)
        let (count, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflows, count <= pixelLimit else { throw .tooLarge }
        guard budget.takePixels(count) else { throw .exhausted }
        var pixels = [UInt32](repeating: 0, count: count)
        // Safety: within the call, the bytes are read and at most `count` pixels are written.
        let result = bytes.withUnsafeBufferPointer { bytes in
            pixels.withUnsafeMutableBytes { pixels -> Int32 in
                guard let source = bytes.baseAddress, let target = pixels.bindMemory(to: UInt8.self).baseAddress else {
                    return CIMAGES_DAMAGED.rawValue
                }
                return cimages_decode(
                    library.library, source, bytes.count, target, UInt32(size.width), UInt32(size.height), drawingLimit,
                    drawingMemoryLimit)
            }
        }
        if result == CIMAGES_STOPPED.rawValue || result == CIMAGES_CRASHED.rawValue {
            _ = budget.takePixels(LookBudget.stoppedDrawing)
        }
        try check(result, of: library)
        for index in pixels.indices { pixels[index] = pixels[index].littleEndian }
        return Pixels(width: size.width, height: size.height, colors: pixels)
    }

    /// The pixels of the largest picture of an ICO; `nil` for a bitmap with a mask instead of an alpha channel.
    static func pixels(ofICO bytes: [UInt8], within budget: LookBudget) throws(PixelProblem) -> Pixels? {
        guard let picture = ICOReader.pictures(in: bytes).max(by: { $0.area < $1.area }) else { return nil }
        let file = Array(bytes[picture.offset...])
        if PNGReader.size(in: file) != nil { return try pixels(of: file, by: .libpng, within: budget) }
        let (start, count) = (file.littleEndian(0..<4), picture.area)
        guard file.littleEndian(14..<16) == 32, file.littleEndian(16..<20) == 0, start + 4 * count <= file.count,
            budget.takePixels(count)
        else { return nil }
        // The order of rows does not matter here; blue and red are swapped.
        let colors = stride(from: start, to: start + 4 * count, by: 4).map { at in
            [2, 1, 0, 3].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(file[at + $1]) }
        }
        return colors.contains { $0 >> 24 > 0 }
            ? Pixels(width: picture.size.width, height: picture.size.height, colors: colors) : nil
    }

    private static func size(of bytes: [UInt8], by library: PictureLibrary) throws(PixelProblem) -> (
        width: Int, height: Int
    ) {
        var (width, height): (UInt32, UInt32) = (0, 0)
        // Safety: the bytes are only read during the call.
        let result = bytes.withUnsafeBufferPointer { bytes -> Int32 in
            guard let source = bytes.baseAddress else { return CIMAGES_DAMAGED.rawValue }
            return cimages_size(library.library, source, bytes.count, &width, &height)
        }
        try check(result, of: library)
        return (Int(width), Int(height))
    }

    private static func check(_ result: Int32, of library: PictureLibrary) throws(PixelProblem) {
        switch result {
        case CIMAGES_DONE.rawValue: break
        case CIMAGES_PARTIAL.rawValue: throw .partial(library)
        case CIMAGES_REFUSED.rawValue: throw .refused(library)
        case CIMAGES_STOPPED.rawValue: throw .tooCostly
        case CIMAGES_CRASHED.rawValue: throw .crashed(library)
        default: throw .damaged(library)
        }
    }

    /// The bytes that libpng needs, with a palette if there are at most 256 colors; `nil` if it is not installed.
    static func sizeOfPNG(of pixels: Pixels) -> Int? {
        guard PictureLibrary.libpng.isInstalled else { return nil }
        let (width, height) = (UInt32(pixels.width), UInt32(pixels.height))
        let palette = Palette(pixels)
        // Safety: libpng reads one value per pixel, and the palette, within the call.
        let size =
            if let palette {
                palette.colors.withUnsafeBytes { colors in
                    cimages_png_encoded_size(
                        width, height, palette.indices, colors.bindMemory(to: UInt8.self).baseAddress,
                        UInt32(palette.colors.count))
                }
            } else {
                pixels.colors.withUnsafeBytes { colors in
                    colors.bindMemory(to: UInt8.self).baseAddress.map {
                        cimages_png_encoded_size(width, height, $0, nil, 0)
                    } ?? 0
                }
            }
        return size > 0 ? size : nil
    }
}

private struct Palette {
    private(set) var colors: [UInt32] = []
    private(set) var indices: [UInt8] = []

    private static let capacity = 256

    init?(_ pixels: Pixels) {
        var numbers: [UInt32: UInt8] = [:]
        var last: (color: UInt32, number: UInt8)?
        let all = pixels.colors
        indices.reserveCapacity(all.count)
        for index in all.indices {
            let color = all[index]
            if let last, last.color == color {
                indices.append(last.number)
                continue
            }
            let number: UInt8
            if let known = numbers[color] {
                number = known
            } else {
                guard colors.count < Self.capacity else { return nil }
                number = UInt8(colors.count)
                numbers[color] = number
                colors.append(color.littleEndian)
            }
            indices.append(number)
            last = (color, number)
        }
    }
}

extension [UInt8] {
    func lastIndex(ofText text: String) -> Int? {
        let text = Array(text.utf8)
        return indices.dropLast(text.count - 1).last { start in
            self[start] == text[0] && self[start..<start + text.count].elementsEqual(text)
        }
    }
}
