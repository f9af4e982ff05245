/// Text as a page has it.
enum HTMLText {
    /// The text as content or as the value of an attribute in quotes: it never becomes markup.
    ///
    /// NUL and other control characters, which no page may contain, become U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            case "\t", "\n": escaped.append(scalar)
            // A carriage return would become a line feed.
            case "\r": escaped.append(contentsOf: "&#13;".unicodeScalars)
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
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
