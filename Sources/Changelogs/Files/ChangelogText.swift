import Reporting
import Scanning

/// The text of a changelog or an SQL file, for excerpts in messages.
final class ChangelogText: SourceText {
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

    private func content(ofLine number: Int) -> ArraySlice<UInt8>? {
        guard starts.indices.contains(number - 1) else { return nil }
        return bytes[starts[number - 1]..<(number < starts.count ? starts[number] - 1 : bytes.count)]
    }

    /// The beginning of a very long line.
    func line(_ number: Int) -> String? {
        content(ofLine: number).map { String(decoding: $0.prefix(Self.shownBytes), as: UTF8.self) }
    }

    /// The excerpt is omitted if the line is very long.
    func location(_ place: TextPlace) -> SourceLocation {
        SourceLocation(file: shownAs, line: place.line, column: place.column, in: self)
    }

    func excerpt(line number: Int, column: Int) -> SourceExcerpt? {
        guard let content = content(ofLine: number), content.count <= Self.shownBytes else { return nil }
        var line = String(decoding: content, as: UTF8.self)
        if line.hasSuffix("\r") { line.removeLast() }
        return SourceExcerpt(line: line, column: column)
    }
}
