import Scanning
import XML

/// Checks whether Chromium shows a complete file.
///
/// It checks only the structure, which is cheap and detects files that were truncated or damaged in transfer. It does
/// not find mistakes that only a decoder finds, such as wrong pixels with a correct checksum.
struct WholePicture {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The picture with the sizes that can be shown; throws ``IconRejection/incomplete(_:)`` if there are none.
    func image(_ image: IconImage) throws(IconRejection) -> IconImage {
        var sizes = image.sizes
        let isWhole =
            switch image.format {
            case .png: isPNG(from: 0)
            case .gif: isGIF
            case .jpeg: isJPEG
            case .webp: isWebP
            case .bmp: isBMP
            case .avif: isAVIF
            case .svg: (try? XMLReader.mayBeWellFormed(bytes)) ?? true
            case .ico, .cur:
                {
                    sizes = wholeSizesOfICO
                    return !sizes.isEmpty
                }()
            }
        guard isWhole else { throw .incomplete(image.format) }
        return IconImage(image.format, sizes)
    }

    /// Chunks up to the end, with correct checksums of the critical ones (PNG 5.3 and 5.4).
    private func isPNG(from start: Int) -> Bool {
        var (at, types) = (start + PNGReader.signature.count, Set<String>())
        // Chromium ignores the checksum of the last chunk, and everything after it.
        while at + 8 <= bytes.count {
            let length = bytes.bigEndian(at..<at + 4)
            let type = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            if type == "IEND" {
                let isIndexed = bytes[start + 25] == 3
                return types.contains("IDAT") && (!isIndexed || types.contains("PLTE"))
            }
            guard length <= bytes.count - at - 12 else { return false }
            let end = at + 8 + length
            let isCritical = bytes[at + 4] & 0x20 == 0
            if isCritical {
                guard ["IHDR", "PLTE", "IDAT"].contains(type),
                    Self.checksum(of: bytes[at + 4..<end]) == bytes.bigEndian(end..<end + 4)
                else { return false }
            }
            types.insert(type)
            at = end + 4
        }
        return false
    }

    /// The blocks up to the end of the first picture's data (GIF89a 20 and 22).
    private var isGIF: Bool {
        guard bytes.count > 13 else { return false }
        func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        var at = 13 + tableLength(bytes[10])
        func passBlocks() -> Int? {
            var count = 0
            while at < bytes.count {
                let length = Int(bytes[at])
                at += 1 + length
                if length == 0 { return count }
                count += length
            }
            return nil
        }
        while at + 10 < bytes.count {
            switch bytes[at] {
            case 0x21:
                at += 2
                guard passBlocks() != nil else { return false }
            case 0x2C:
                at += 11 + tableLength(bytes[at + 9])
                return passBlocks() ?? 0 > 0
            default: return false
            }
        }
        return false
    }

    /// Segments up to the end of the picture, including its data (ITU-T T.81, B.1).
    private var isJPEG: Bool {
        var (at, hasData) = (2, false)
        while at + 1 < bytes.count {
            guard bytes[at] == 0xFF else {
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0xFF: at += 1
            case 0x00, 0x01, 0xD0...0xD8: at += 2
            case 0xD9: return hasData
            case let marker:
                guard at + 4 <= bytes.count else { return false }
                hasData = hasData || marker == 0xDA
                at += 2 + max(2, bytes.bigEndian(at + 2..<at + 4))
            }
        }
        return false
    }

    /// As many bytes as the header declares, and a complete first chunk (RFC 9649, 2.4).
    private var isWebP: Bool {
        guard bytes.count >= 20, bytes.littleEndian(4..<8) <= bytes.count - 8 else { return false }
        return bytes.littleEndian(16..<20) <= bytes.count - 20
    }

    private var isBMP: Bool {
        // The oldest kind of header has 12 bytes.
        if bytes.count > 26, bytes[14] == 12 { return true }
        let compression = bytes.count > 54 ? bytes.littleEndian(30..<34) : 0
        if compression > 5 { return false }
        guard bytes.count > 54, let size = BMPReader.size(in: Array(bytes[14...])), bytes[14] >= 40,
            [0, 3].contains(compression)
        else { return bytes.count > 54 }
        let row = (size.width * bytes.littleEndian(28..<30) + 31) / 32 * 4
        let (count, overflows) = row.multipliedReportingOverflow(by: size.height)
        return !overflows && count <= bytes.count - bytes.littleEndian(10..<14)
    }

    /// Boxes up to that of the data (ISO/IEC 14496-12, 4.2).
    private var isAVIF: Bool {
        var (at, hasMeta, hasData) = (0, false, false)
        while at + 8 <= bytes.count, !(hasMeta && hasData) {
            var length = bytes.bigEndian(at..<at + 4)
            if length == 0 { length = bytes.count - at }
            guard length >= 8, length <= bytes.count - at else { return false }
            hasMeta = hasMeta || bytes.has("meta", at: at + 4)
            hasData = hasData || bytes.has("mdat", at: at + 4)
            at += length
        }
        return hasMeta && hasData
    }

    var hasAllPictures: Bool { wholeSizesOfICO.count == ICOReader.pictures(in: bytes).count }

    /// The sizes of the pictures of an ICO that Chromium reads: from the largest one to the first incomplete one.
    private var wholeSizesOfICO: [PixelSize] {
        let pictures = ICOReader.pictures(in: bytes)
        let offsets = pictures.sorted { ($0.area, $0.depth) > ($1.area, $1.depth) }.prefix(while: isWhole).map(\.offset)
        return pictures.filter { offsets.contains($0.offset) }.map(\.size)
    }

    private func isWhole(_ picture: ICOReader.Picture) -> Bool {
        let start = picture.offset
        guard start + PNGReader.length <= bytes.count else { return false }
        let rest = Array(bytes[start...])
        if let size = PNGReader.size(in: rest) { return size == picture.size && isPNG(from: start) }
        guard let size = BMPReader.size(in: rest), size.width == picture.size.width,
            size.height / 2 == picture.size.height, rest.littleEndian(16..<20) <= 5
        else { return false }
        let mask = rest.littleEndian(14..<16) < 32 ? (size.width + 31) / 32 * 4 * picture.size.height : 0
        return BMPReader.byteCount(ofPictureIn: rest).map { $0 + mask <= rest.count } ?? true
    }

    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
    }

    /// The checksum of a PNG's chunk (PNG, annex D).
    private static func checksum(of bytes: ArraySlice<UInt8>) -> Int {
        let (table, bytes) = (checksums.span, bytes.span)
        var value = UInt32.max
        for index in bytes.indices { value = table[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])] ^ value >> 8 }
        return Int(~value)
    }
}
