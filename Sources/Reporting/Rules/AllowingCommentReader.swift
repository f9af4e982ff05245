/// Finds the comments that accept findings in a text, whose format need not be known: the words stand
/// directly after what begins a comment in XML and HTML, in YAML, in SQL or in a program.
struct AllowingCommentReader {
    private let bytes: [UInt8]
    private let file: String
    private let keyword: [UInt8]
    /// How many lines a comment may stand above what it is about, with comments in between.
    private static let lineLimit = 100
    /// How far from what begins a comment the words may stand.
    private static let gapLimit = 1000
    private static let openers = ["<!--", "--", "/*", "//", "#"].map { Array($0.utf8) }
    /// What ends a comment; the rest of its line otherwise.
    private static let closers = ["-->", "*/"].map { Array($0.utf8) }

    init(_ bytes: [UInt8], file: String, keyword: String) {
        self.bytes = bytes
        self.keyword = Array(keyword.utf8)
        self.file = file
    }

    /// The comments, in their order; of several rules in one, each.
    var comments: [AllowingComment] {
        var comments: [AllowingComment] = []
        var line = 1
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                line += 1
            } else if bytes[index] == keyword.first, starts(with: keyword, at: index),
                let start = opening(before: index)
            {
                let begin = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                let lines = bytes[start..<index].count { $0 == UInt8(ascii: "\n") }
                comments += read(
                    from: start, keyword: index, line: line - lines, lineStart: begin)
            }
            index += 1
        }
        return comments
    }

    /// Where the comment begins whose text starts with what is at an index; nil where it is none.
    private func opening(before index: Int) -> Int? {
        var end = index
        var isOnLine = true
        while end > 0, index - end < Self.gapLimit {
            if isBlank(bytes[end - 1]) {
                end -= 1
            } else if bytes[end - 1] == UInt8(ascii: "\n") {
                isOnLine = false
                end -= 1
            } else {
                break
            }
        }
        // A comment that has no end of its own is one line.
        let openers = Self.openers.filter {
            isOnLine || $0 == Self.openers[0] || $0 == Self.openers[2]
        }
        return openers.map { end - $0.count }.first { start in
            openers.contains { starts(with: $0, at: start) && start + $0.count == end }
        }
    }

    private func read(
        from start: Int, keyword: Int, line: Int, lineStart: Int
    ) -> [AllowingComment] {
        var end = keyword
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"),
            !Self.closers.contains(where: { starts(with: $0, at: end) })
        {
            end += 1
        }
        let text = String(decoding: bytes[(keyword + self.keyword.count)..<end], as: UTF8.self)
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let reason = parts.count > 1 ? Self.trimmed(parts[1]) : ""
        let isAlone = bytes[lineStart..<start].allSatisfy(isBlank)
        let lines = bytes[start..<keyword].count { $0 == UInt8(ascii: "\n") }
        let next = next(after: endOfComment(at: end), line: line + lines)
        let isLast = !isAlone && next.line > line
        let column = String(decoding: bytes[lineStart..<start], as: UTF8.self).unicodeScalars.count
        let location = SourceLocation(
            file: file, line: line, column: column + 1,
            excerpt: SourceExcerpt(line: lineText(from: lineStart), column: column + 1))
        let rules = parts[0].split { $0 == "," || $0.isWhitespace }
        return (rules.isEmpty ? [""] : rules).map { rule in
            AllowingComment(
                rule: String(rule), reason: reason, location: location,
                line: isAlone ? next.line : line, following: isLast ? nil : next.index)
        }
    }

    private func endOfComment(at end: Int) -> Int {
        Self.closers.first { starts(with: $0, at: end) }.map { end + $0.count } ?? end
    }

    private func lineText(from start: Int) -> String {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        return String(decoding: bytes[start..<min(end, start + 4096)], as: UTF8.self)
    }

    /// Where the first thing after an index is that is neither white space nor a comment.
    private func next(after index: Int, line: Int) -> (line: Int, index: Int) {
        var index = index
        let start = line
        var line = line
        // A file of nothing but such comments would be read once for each.
        while index < bytes.count, line - start < Self.lineLimit {
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

    /// Whether a comment of SQL begins at an index; what Liquibase reads as an instruction, such as
    /// `--changeset ada:1`, is more than one.
    private func isDashComment(at index: Int) -> Bool {
        guard starts(with: Self.openers[1], at: index) else { return false }
        var start = index + 2
        while start < bytes.count, isBlank(bytes[start]) { start += 1 }
        let word = String(decoding: bytes[start..<min(bytes.count, start + 9)], as: UTF8.self)
        return word.lowercased() != "changeset"
    }

    /// Moves an index past the end of a comment; returns how many lines end in it.
    private func skip(past closer: [UInt8], from index: inout Int) -> Int {
        var lines = 0
        while index < bytes.count, lines < Self.lineLimit,
            !starts(with: closer, at: index)
        {
            if bytes[index] == UInt8(ascii: "\n") { lines += 1 }
            index += 1
        }
        index = min(bytes.count, index + closer.count)
        return lines
    }

    private func starts(with text: [UInt8], at index: Int) -> Bool {
        index + text.count <= bytes.count && index >= 0
            && bytes[index..<(index + text.count)].elementsEqual(text)
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
