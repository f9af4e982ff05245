import Reporting

/// The text of a file, for showing its lines.
final class SourceText {
    /// The file as the user would name it.
    let shownAs: String
    let bytes: [UInt8]
    /// Where the lines begin, found when first asked for.
    private lazy var starts: [Int] = {
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(offset + 1)
        }
        return starts
    }()

    /// The most bytes of a line that are shown from.
    private static let shownBytes = 4096

    init(_ bytes: [UInt8], shownAs: String) {
        self.bytes = bytes
        self.shownAs = shownAs
    }

    /// The text of a line, from 1, without its end.
    func line(_ number: Int) -> Substring.UTF8View? {
        guard starts.indices.contains(number - 1) else { return nil }
        let start = starts[number - 1]
        let end = number < starts.count ? starts[number] - 1 : bytes.count
        return String(decoding: bytes[start..<min(end, start + Self.shownBytes)], as: UTF8.self)[
            ...
        ]
        .utf8
    }

    /// A place, with its line; without it where the line is very long.
    func location(_ place: ParsedNode.Place) -> SourceLocation {
        var excerpt: SourceExcerpt?
        if starts.indices.contains(place.line - 1) {
            let start = starts[place.line - 1]
            let end = place.line < starts.count ? starts[place.line] - 1 : bytes.count
            if end - start <= Self.shownBytes {
                var line = String(decoding: bytes[start..<end], as: UTF8.self)
                if line.hasSuffix("\r") { line.removeLast() }
                excerpt = SourceExcerpt(line: line, column: place.column)
            }
        }
        return SourceLocation(
            file: shownAs, line: place.line, column: place.column, excerpt: excerpt)
    }
}
