import DevtoolKit

/// The text of a page or a manifest as UTF-8, which converts offsets to locations.
final class SiteText: SourceText {
    let name: String
    let bytes: [UInt8]
    private let lineStarts: [Int]
    /// The number of scalars before each block, which keeps locations fast even if a page is one long line.
    private let scalarCounts: [Int]

    private static let blockLength = 4096
    private static let reach = 200

    init(_ bytes: [UInt8], name: String) {
        self.name = name
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        var count = 0
        scalarCounts = stride(from: 0, to: bytes.count + 1, by: Self.blockLength).map { start in
            defer { count += Self.scalars(in: bytes[start...].prefix(Self.blockLength)) }
            return count
        }
    }

    /// The location of a byte; an offset beyond the end is clamped.
    func location(at offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(at: offset)
        let column = scalars(before: offset) - scalars(before: lineStarts[line - 1]) + 1
        return SourceLocation(file: name, line: line, column: column, in: self)
    }

    private func scalars(before offset: Int) -> Int {
        let block = offset / Self.blockLength
        return scalarCounts[block] + Self.scalars(in: bytes[(block * Self.blockLength)..<offset])
    }

    private func offset(ofScalar number: Int) -> Int {
        let block = Self.last(of: scalarCounts) { $0 <= number }
        var offset = block * Self.blockLength
        var left = number - scalarCounts[block]
        while offset < bytes.count {
            if bytes[offset] & 0xC0 != 0x80 {
                if left == 0 { return offset }
                left -= 1
            }
            offset += 1
        }
        return offset
    }

    /// The last index whose value meets the condition, if all values that meet it come first; requires that the first
    /// value meets it.
    private static func last(of values: [Int], where condition: (Int) -> Bool) -> Int {
        var (low, high) = (0, values.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if condition(values[middle]) { low = middle } else { high = middle }
        }
        return low
    }

    func line(at offset: Int) -> Int { Self.last(of: lineStarts) { $0 <= offset } + 1 }

    package func excerpt(line: Int, column: Int) -> SourceExcerpt? {
        guard lineStarts.indices.contains(line - 1) else { return nil }
        let start = lineStarts[line - 1]
        let marked = offset(ofScalar: scalars(before: start) + column - 1)
        let end = bytes[marked...].prefix(Self.reach).firstIndex(of: UInt8(ascii: "\n"))
        var first = max(start, marked - Self.reach)
        while first < marked, bytes[first] & 0xC0 == 0x80 { first += 1 }
        let shown = bytes[first..<(end ?? min(bytes.count, marked + Self.reach))]
        return SourceExcerpt(
            line: String(decoding: shown.last == UInt8(ascii: "\r") ? shown.dropLast() : shown, as: UTF8.self),
            column: Self.scalars(in: bytes[first..<marked]) + 1)
    }

    private static func scalars(in bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }
}

extension SiteText {
    /// The offset of an attribute, whose name is in lower case, or that of the tag if it lacks the attribute.
    func offset(ofAttribute name: String, inTagAt tag: Int) -> Int {
        let name = Array(name.utf8)
        var index = tag
        func skip(while condition: (UInt8) -> Bool) {
            while index < bytes.count, condition(bytes[index]) { index += 1 }
        }
        skip { !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        while true {
            skip { isSpace($0) || $0 == UInt8(ascii: "/") }
            guard index < bytes.count, bytes[index] != UInt8(ascii: ">") else { return tag }
            let start = index
            index += 1
            skip { !isSpace($0) && !"/>=".utf8.contains($0) }
            let isIt = bytes[start..<index].map { $0 | 0x20 }.elementsEqual(name.map { $0 | 0x20 })
            if isIt { return start }
            skip(while: isSpace)
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            skip(while: isSpace)
            guard index < bytes.count else { return tag }
            let quote = bytes[index]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                index += 1
                skip { $0 != quote }
                index += 1
            } else {
                skip { !isSpace($0) && $0 != UInt8(ascii: ">") }
            }
        }
    }

    /// The offset of `<head`, or of the first tag or text if there is none: the place of everything the page lacks.
    var headOffset: Int {
        var index = bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
        while index < bytes.count {
            let rest = bytes[index...]
            if isSpace(bytes[index]) {
                index += 1
            } else if rest.starts(with: "<!--".utf8) {
                index = end(of: "-->", from: index + 4)
            } else if rest.starts(with: "<!".utf8) || rest.starts(with: "<?".utf8)
                || rest.prefix(5).map({ $0 | 0x20 }).elementsEqual("<html".utf8)
            {
                index = end(of: ">", from: index)
            } else {
                return index
            }
        }
        return 0
    }

    private func end(of text: String, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index...].starts(with: text.utf8) { return index + text.utf8.count }
            index += 1
        }
        return index
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
