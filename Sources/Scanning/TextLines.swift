/// Splits text into the same lines as the programs that read the same file.
///
/// `Character.isNewline` accepts seven characters, but most programs only some of them. Splitting at others changes the
/// meaning: text after a form feed in a makefile's comment would become a command.
extension StringProtocol {
    /// The lines for Unix tools: a line ends with LF, and one CR before it is dropped.
    package var lines: [String] {
        var lines = Array(utf8).split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
        for index in lines.indices.dropLast() where lines[index].last == ASCII.carriageReturn {
            lines[index].removeLast()
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    package var trimmed: String {
        var text = Substring(self).drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The lines for Java, robots.txt (RFC 9309, section 2.2) and Markdown (CommonMark, section 2.1): a line ends with
    /// LF, CR or CRLF.
    package var javaLines: [SubSequence] {
        let bytes = utf8
        var lines: [SubSequence] = []
        var start = startIndex
        while let end = bytes[start...].firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            lines.append(self[start..<end])
            start = bytes.index(after: end)
            if bytes[end] == ASCII.carriageReturn, bytes[start...].first == ASCII.lineFeed {
                bytes.formIndex(after: &start)
            }
        }
        return lines + [self[start...]]
    }

    /// The lines for libyaml: YAML 1.1 has three more line breaks than Java.
    package var yamlLines: [String] {
        let ends = Array("\n\r\u{85}\u{2028}\u{2029}".unicodeScalars)
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            if ends.contains(scalar) {
                lines.append(String(line))
                line = .init()
            } else {
                line.append(scalar)
            }
        }
        return lines + [String(line)]
    }

    /// The text on one line for output, with a blank for each possible line break and without empty lines.
    package var withoutLineBreaks: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// Replaces control, format and separator characters with U+FFFD.
    package var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
