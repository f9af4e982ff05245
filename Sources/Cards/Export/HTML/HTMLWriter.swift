import CByteSearch

/// The markup of a page as it is written: there are hundreds of thousands of cards, so that it is not put
/// together of texts.
struct HTMLWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []

    /// Appends what is written meanwhile to other bytes.
    static func append(to bytes: inout [UInt8], _ write: (inout HTMLWriter) -> Void) {
        var html = HTMLWriter()
        // The bytes are the writer's meanwhile, so that they are not copied.
        swap(&html.bytes, &bytes)
        write(&html)
        swap(&html.bytes, &bytes)
    }

    /// Writes what is markup.
    mutating func markup(_ text: StaticString) {
        // Safety: the bytes are copied within the closure.
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes what was made markup before.
    mutating func markup(made text: String) { bytes += text.utf8 }

    /// Writes what appends markup by itself; false where it does not.
    mutating func markup(_ append: (inout [UInt8]) -> Bool) -> Bool { append(&bytes) }

    /// Writes a text as content or as the value of an attribute in quotes: it never becomes markup.
    ///
    /// NUL and other control characters, which no page may contain, become U+FFFD.
    mutating func text(_ text: String) {
        // Safety: the bytes are lent for the call. A text whose bytes do not lie in a row is copied.
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { append($0) } }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        var (start, index) = (0, 0)
        while true {
            // Safety: what is looked through are the bytes that are left.
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
            // A carriage return would become a line feed.
            case UInt8(ascii: "\r"): replacement = "&#13;"
            case 0xC2:
                // Control characters are U+0080 to U+009F.
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

    /// Writes a whole number.
    mutating func number(_ number: Int) {
        if 0..<10 ~= number {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
        } else {
            bytes += "\(number)".utf8
        }
    }

    /// How much has been written.
    var count: Int { bytes.count }

    /// Takes back what was written since then.
    mutating func takeBack(to count: Int) { bytes.removeLast(bytes.count - count) }

    /// Writes parts, and something between them.
    mutating func joined<Part>(
        _ parts: [Part], by separator: StaticString, _ write: (inout HTMLWriter, Part) -> Void
    ) {
        for index in parts.indices {
            if index > 0 { markup(separator) }
            write(&self, parts[index])
        }
    }
}

extension HTMLWriter {
    /// Writes a title as the page shows it.
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
