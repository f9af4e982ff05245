import DevtoolKit

/// Plain text in a line of Markdown.
enum MarkdownText {
    /// The text on one line, so that it looks as it is (CommonMark 0.31, section 2.4): with a
    /// backslash before each character that could be markup.
    ///
    /// A web address stays one, as escapes would be taken for a part of it.
    static func escaped(_ text: String) -> String {
        let line = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
            .replacingControlCharacters()
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { isAddress($0) ? "<\($0)>" : escapedWord($0) }.joined(separator: " ")
    }

    /// The text where it begins a block: what would make it a list or a quotation is escaped, too.
    static func escapedLine(_ text: String) -> String {
        let line = escaped(text)
        // The first mark that is neither a digit nor escaped already.
        guard let mark = line.firstIndex(where: { !("0"..."9").contains($0) }) else { return line }
        let isBullet = mark == line.startIndex && "+->".contains(line[mark])
        let isOrdinal = mark != line.startIndex && ".)".contains(line[mark])
        guard isBullet || isOrdinal else { return line }
        return line[..<mark] + "\\" + line[mark...]
    }

    private static func isAddress(_ word: Substring) -> Bool {
        (word.hasPrefix("http://") || word.hasPrefix("https://"))
            && word.unicodeScalars.allSatisfy { $0 != "<" && $0 != ">" }
    }

    private static func escapedWord(_ word: Substring) -> String {
        let isAllNumberSigns = word.allSatisfy { $0 == "#" }
        var escaped = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", "&", "|", "~", "$":
                escaped += "\\"
            // Elsewhere a number sign is but a number sign.
            case "#" where isAllNumberSigns: escaped += "\\"
            default: break
            }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
