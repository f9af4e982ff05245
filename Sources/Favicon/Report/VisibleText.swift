import DevtoolKit
import Scanning

/// Untrusted text escaped for a page: never markup, limited in length, and always visible.
///
/// ```swift
/// VisibleText.escaped("<b>\u{202E}")    // "&lt;b&gt;[U+202E]"
/// ```
enum VisibleText {
    static let limit = 300

    /// Escapes text for use as content or as a quoted attribute value.
    ///
    /// Control characters, and invisible characters that affect the order of text, are shown as code points, so that
    /// the name of one page cannot look like that of another.
    static func escaped(_ text: String, limit: Int = limit) -> String {
        var escaped = ""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit { return escaped + "…" }
            count += 1
            if let reference = scalar.markupReference {
                escaped += reference
                continue
            }
            switch scalar {
            case "'": escaped += "&#39;"
            case " "..."~": escaped.unicodeScalars.append(scalar)
            default:
                if isHidden(scalar) { escaped += number(of: scalar) } else { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }

    static func markup(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n")
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // The two joiners belong to the letters and emoji that they join.
        if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isNoncharacterCodePoint
        }
    }

    private static func number(of scalar: Unicode.Scalar) -> String {
        "[U+" + scalar.value.hexadecimal(width: 4, uppercase: true) + "]"
    }
}
