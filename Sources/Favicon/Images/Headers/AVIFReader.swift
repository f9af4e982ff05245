/// Finds the `meta` box of an AVIF (ISO/IEC 14496-12, 4.2).
struct AVIFReader: HeaderReader {
    private static let brands: Set = ["avif", "avis"]
    private static let longestFileType = 1024

    private var isBranded = false

    var format: ImageFormat? { isBranded ? .avif : nil }

    mutating func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= 8 else { return .needs(8) }
        var length = window.bigEndian(0..<4)
        guard isBranded else {
            guard (16...Self.longestFileType).contains(length) else { throw .unrecognized }
            guard window.count >= length else { return .needs(length) }
            let brands = stride(from: 8, through: length - 4, by: 4).filter { $0 != 12 }.map {
                String(decoding: window[$0..<$0 + 4], as: UTF8.self)
            }
            guard !Self.brands.isDisjoint(with: brands) else { throw .unrecognized }
            isBranded = true
            return .skip(length)
        }
        var headerLength = 8
        if length == 1 {
            // The 64-bit length follows the type.
            headerLength = 16
            guard window.count >= headerLength else { return .needs(headerLength) }
            guard window[8] == 0 else { throw .damaged(.avif) }
            length = window.bigEndian(8..<16)
        }
        guard length >= headerLength else { throw .damaged(.avif) }
        guard window.has("meta", at: 4) else { return .skip(length) }
        guard window.count >= length else { return .needs(length) }
        guard let size = Self.primarySize(in: window[headerLength..<length]) else { throw .damaged(.avif) }
        return .known(try IconImage(.avif, width: size.width, height: size.height))
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        // Until the box is complete, its first brand identifies the format.
        guard isBranded || Self.brands.contains(where: { window.has($0, at: 8) }) else { throw .unrecognized }
        throw .truncated(.avif)
    }

    /// The size of the main image, whose alpha channel, tiles and thumbnail have sizes in the same `meta` box (ISO/IEC
    /// 14496-12, 8.11; 23008-12, 9.3).
    private static func primarySize(in contents: ArraySlice<UInt8>) -> PixelSize? {
        var fields = BoxFields(contents)
        // The version and the flags of the box.
        guard fields.number(4) != nil, let boxes = fields.boxes(),
            var iprp = boxes.first(where: { $0.type == "iprp" })?.fields
        else { return nil }
        var pitm = boxes.first { $0.type == "pitm" }?.fields
        guard let version = pitm?.version(), let primary = pitm?.number(version == 0 ? 2 : 4), let kinds = iprp.boxes(),
            var ipco = kinds.first(where: { $0.type == "ipco" })?.fields, let container = ipco.boxes()
        else { return nil }
        var size: PixelSize?
        for box in kinds where box.type == "ipma" {
            var ipma = box.fields
            guard let associations = ipma.associations() else { return nil }
            // Properties are counted from 1.
            for index in associations[primary] ?? [] where container.indices.contains(index - 1) {
                size = size ?? container[index - 1].size
            }
        }
        return size
    }
}

private struct Box {
    let type: String
    let fields: BoxFields

    var size: PixelSize? {
        var fields = fields
        guard type == "ispe", fields.number(4) != nil, let width = fields.number(4), let height = fields.number(4)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}

/// Reads the fields of a box from left to right; methods return `nil` at the end.
private struct BoxFields {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func number(_ length: Int) -> Int? { take(length)?.reduce(0) { $0 << 8 | Int($1) } }

    mutating func version() -> Int? { number(4).map { $0 >> 24 } }

    mutating func boxes() -> [Box]? {
        var boxes: [Box] = []
        while !rest.isEmpty {
            guard let length = number(4), let type = take(4), length >= 8, let contents = take(length - 8) else {
                return nil
            }
            boxes.append(Box(type: String(decoding: type, as: UTF8.self), fields: BoxFields(contents)))
        }
        return boxes
    }

    mutating func associations() -> [Int: [Int]]? {
        guard let head = number(4), let count = number(4) else { return nil }
        let itemLength = head >> 24 == 0 ? 2 : 4
        let (indexLength, mask) = head & 1 == 0 ? (1, 0x7F) : (2, 0x7FFF)
        var associations: [Int: [Int]] = [:]
        for _ in 0..<count {
            guard let item = number(itemLength), let count = number(1) else { return nil }
            for _ in 0..<count {
                guard let index = number(indexLength) else { return nil }
                associations[item, default: []].append(index & mask)
            }
        }
        return associations
    }

    private mutating func take(_ length: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
