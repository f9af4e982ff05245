import Scanning

/// Finds comments that accept findings in text of any format: the keyword directly follows the start of a comment in
/// XML, HTML, YAML, SQL or a programming language.
struct AllowingCommentReader {
    private let bytes: [UInt8]
    private let file: String
    private let keyword: [UInt8]
    /// The maximum number of lines, all with comments, between a comment and its target.
    private static let lineLimit = 100
    /// The maximum number of bytes between the start of a comment and the keyword.
    private static let reach = 1000
    private static let openers = ["<!--", "--", "/*", "//", "#"].map { Array($0.utf8) }
    private static let closers = ["-->", "*/"].map { Array($0.utf8) }

    init(_ bytes: [UInt8], file: String, keyword: String) {
        self.bytes = bytes
        self.keyword = Array(keyword.utf8)
        self.file = file
    }

    /// In order; a comment for several rules yields several elements.
    var comments: [AllowingComment] {
        var comments: [AllowingComment] = []
        var line = 1
        var lineStart = 0
        var index = 0
        // A line may have thousands of comments, so nothing on it is scanned once per comment.
        var counted = (index: 0, scalars: 0)
        var next: (line: Int, index: Int)?
        var lineText: String?
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                line += 1
                lineStart = index + 1
                counted = (lineStart, 0)
                lineText = nil
            } else if bytes[index] == keyword.first, starts(with: keyword, at: index),
                let start = opening(before: index, in: lineStart)
            {
                counted.scalars += bytes[counted.index..<start].count { $0 & 0xC0 != 0x80 }
                counted.index = start
                let column = counted.scalars + 1
                let text = lineText ?? self.lineText(from: lineStart)
                lineText = text
                let location = SourceLocation(
                    file: file, line: line, column: column, excerpt: SourceExcerpt(line: text, column: column))
                let end = end(ofCommentAt: index)
                let behind = endOfComment(at: end)
                let following = next.flatMap { $0.index < behind ? nil : $0 } ?? self.next(after: behind, line: line)
                next = following
                comments += read(
                    bytes[(index + keyword.count)..<end], at: location,
                    isFirst: comments.last?.location.line != line && bytes[lineStart..<start].allSatisfy(isBlank),
                    before: following.line - line <= Self.lineLimit ? following : (line + Self.lineLimit, behind))
                index = end
                continue
            }
            index += 1
        }
        return comments
    }

    private func opening(before index: Int, in lineStart: Int) -> Int? {
        var end = index
        while end > lineStart, isBlank(bytes[end - 1]) { end -= 1 }
        for opener in Self.openers where end - opener.count >= lineStart {
            if starts(with: opener, at: end - opener.count) { return end - opener.count }
        }
        guard end == lineStart else { return nil }
        // A block comment may begin on an earlier line; its location is then that of the keyword.
        while end > 0, lineStart - end < Self.reach, isBlank(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "\n") {
            end -= 1
        }
        let begins = [Self.openers[0], Self.openers[2]].contains { starts(with: $0, at: end - $0.count) }
        return begins ? index : nil
    }

    private func end(ofCommentAt keyword: Int) -> Int {
        var end = keyword
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"),
            !Self.closers.contains(where: { starts(with: $0, at: end) })
        { end += 1 }
        return end
    }

    private func read(
        _ content: ArraySlice<UInt8>, at location: SourceLocation, isFirst: Bool, before next: (line: Int, index: Int)
    ) -> [AllowingComment] {
        let parts = String(decoding: content, as: UTF8.self).split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let reason = parts.count > 1 ? parts[1].trimmed : ""
        let isLast = !isFirst && next.line > location.line
        let rules = parts[0].split { $0 == "," || $0.isWhitespace }
        return (rules.isEmpty ? [""] : rules).map { rule in
            AllowingComment(
                rule: String(rule), reason: reason, location: location, line: isFirst ? next.line : location.line,
                following: isLast ? nil : next.index)
        }
    }

    private func endOfComment(at end: Int) -> Int {
        Self.closers.first { starts(with: $0, at: end) }.map { end + $0.count } ?? end
    }

    private func lineText(from start: Int) -> String {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        return String(decoding: bytes[start..<min(end, start + 4096)], as: UTF8.self)
    }

    private func next(after index: Int, line: Int) -> (line: Int, index: Int) {
        var index = index
        var line = line
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                line += 1
                index += 1
            } else if isBlank(bytes[index]) {
                index += 1
            } else if starts(with: Self.openers[0], at: index) {
                line += skip(past: Self.closers[0], from: &index)
            } else if starts(with: Self.openers[2], at: index) {
                line += skip(past: Self.closers[1], from: &index)
            } else if bytes[index] == UInt8(ascii: "#") || isDashComment(at: index) {
                index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else {
                break
            }
        }
        return (line, index)
    }

    /// Excludes Liquibase's instruction `--changeset ada:1`.
    private func isDashComment(at index: Int) -> Bool {
        guard starts(with: Self.openers[1], at: index) else { return false }
        var start = index + 2
        while start < bytes.count, isBlank(bytes[start]) { start += 1 }
        let word = String(decoding: bytes[start..<min(bytes.count, start + 9)], as: UTF8.self)
        return word.lowercased() != "changeset"
    }

    private func skip(past closer: [UInt8], from index: inout Int) -> Int {
        var lines = 0
        while index < bytes.count, !starts(with: closer, at: index) {
            if bytes[index] == UInt8(ascii: "\n") { lines += 1 }
            index += 1
        }
        index = min(bytes.count, index + closer.count)
        return lines
    }

    private func starts(with text: [UInt8], at index: Int) -> Bool {
        index + text.count <= bytes.count && index >= 0 && bytes[index..<(index + text.count)].elementsEqual(text)
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
