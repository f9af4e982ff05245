import Reporting
import Scanning

/// The text of a file, for excerpts in messages.
final class SourceText {
    let shownAs: String
    let bytes: [UInt8]
    private let starts: [Int]

    private static let shownBytes = 4096

    init(_ bytes: [UInt8], shownAs: String) {
        self.bytes = bytes
        self.shownAs = shownAs
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        self.starts = starts
    }

    func line(_ number: Int) -> Substring.UTF8View? {
        guard starts.indices.contains(number - 1) else { return nil }
        let start = starts[number - 1]
        let end = number < starts.count ? starts[number] - 1 : bytes.count
        return String(decoding: bytes[start..<min(end, start + Self.shownBytes)], as: UTF8.self)[...].utf8
    }

    /// The excerpt is omitted if the line is very long.
    func location(_ place: TextPlace) -> SourceLocation {
        SourceLocation(file: shownAs, line: place.line, column: place.column, in: self)
    }
}

extension SourceText: Reporting.SourceText {
    func excerpt(line number: Int, column: Int) -> SourceExcerpt? {
        guard starts.indices.contains(number - 1) else { return nil }
        let start = starts[number - 1]
        let end = number < starts.count ? starts[number] - 1 : bytes.count
        guard end - start <= Self.shownBytes else { return nil }
        var line = String(decoding: bytes[start..<end], as: UTF8.self)
        if line.hasSuffix("\r") { line.removeLast() }
        return SourceExcerpt(line: line, column: column)
    }
}
