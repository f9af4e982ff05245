import CByteSearch

/// Writes markup into a byte buffer: for hundreds of thousands of cards, concatenating strings is too slow.
struct HTMLWriter {
    private(set) var bytes: [UInt8] = []

    static func append(to bytes: inout [UInt8], _ write: (inout HTMLWriter) -> Void) {
        var html = HTMLWriter()
        // Swap the buffer in and out, so that it is not copied.
        swap(&html.bytes, &bytes)
        write(&html)
        swap(&html.bytes, &bytes)
    }

    static func escaped(_ text: String) -> String {
        var html = HTMLWriter()
        html.text(text)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    mutating func markup(_ text: StaticString) {
        // Safety: the closure copies the bytes.
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func markup(made text: String) { bytes += text.utf8 }

    mutating func markup(_ append: (inout [UInt8]) -> Bool) -> Bool { append(&bytes) }

    /// Writes text as content or as a quoted attribute's value.
    ///
    /// Control characters that HTML does not allow become U+FFFD.
    mutating func text(_ text: String) {
        var text = text
        // Safety: the closure does not let the bytes escape.
        text.withUTF8 { append($0) }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        var (start, index) = (0, 0)
        while true {
            // Safety: the search is limited to the remaining bytes.
            index += byte_search_markup_plain(base + index, text.count - index)
            if index == text.count { break }
            var length = 1
            let replacement: StaticString
            switch text[index] {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "\""): replacement = "&quot;"
            case UInt8(ascii: "'"): replacement = "&#39;"
            // Parsers turn a carriage return into a line feed.
            case UInt8(ascii: "\r"): replacement = "&#13;"
            case 0xC2:
                guard text[index + 1] < 0xA0 else {
                    index += 2
                    continue
                }
                (length, replacement) = (2, "\u{FFFD}")
            default: replacement = "\u{FFFD}"
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            markup(replacement)
            index += length
            start = index
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    mutating func number(_ number: Int) {
        if 0..<10 ~= number { bytes.append(UInt8(ascii: "0") + UInt8(number)) } else { bytes += "\(number)".utf8 }
    }

    var count: Int { bytes.count }

    mutating func takeBack(to count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func joined<Part>(_ parts: [Part], by separator: StaticString, _ write: (inout HTMLWriter, Part) -> Void) {
        for index in parts.indices {
            if index > 0 { markup(separator) }
            write(&self, parts[index])
        }
    }
}

extension HTMLWriter {
    mutating func title(_ title: String) { text(HTMLFormat.shown(title)) }

    /// Writes `2026-03-01T09:30:00Z`.
    mutating func timestamp(_ date: CardDate) { date.appendTimestamp(to: &bytes) }

    /// Writes `1 Mar 2026`.
    mutating func shownDay(_ date: CardDate) { date.appendShownDay(to: &bytes) }

    /// Writes `1 Mar 2026, 09:30 UTC`.
    mutating func shownTime(_ date: CardDate) {
        date.appendShownDay(to: &bytes)
        markup(", ")
        date.appendShownTime(to: &bytes)
        markup(" UTC")
    }
}
