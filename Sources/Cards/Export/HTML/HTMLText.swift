import DevtoolKit

/// Text as a page has it.
enum HTMLText {
    /// The text as content or as the value of an attribute in quotes: it never becomes markup.
    ///
    /// NUL and other control characters, which no page may contain, become U+FFFD.
    static func escaped(_ text: String) -> String {
        // A view of scalars would be copied by each `append(contentsOf:)`.
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let reference = scalar.markupReference {
                escaped += reference
                continue
            }
            switch scalar {
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            // A carriage return would become a line feed.
            case "\r": escaped += "&#13;"
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The address in a form that a link may have; nil unless it leads to the web.
    ///
    /// Anything else, such as `javascript:`, does something when it is opened.
    static func webAddress(_ address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return ["http", "https"].contains(scheme)
            && address.dropFirst(scheme.count).hasPrefix("://")
            ? escaped(address) : nil
    }
}
