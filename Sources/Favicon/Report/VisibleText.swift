import DevtoolKit
import JSON

/// Untrusted text escaped for a page: never markup, never endless, and always visible.
///
/// ```swift
/// VisibleText.escaped("<b>\u{202E}")    // "&lt;b&gt;[U+202E]"
/// ```
enum VisibleText {
    /// How many scalars are shown of a text.
    static let limit = 300

    /// The text as content, or as the value of an attribute in quotes.
    ///
    /// Controls, and what is invisible and turns the order of a line, become their numbers: the name
    /// of a page shall not look like another's.
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
                if isHidden(scalar) {
                    escaped += number(of: scalar)
                } else {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }

    /// The lines of a text as content, as ``escaped(_:limit:)`` has them.
    static func markup(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { escaped(String($0)) }.joined(separator: "\n")
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // The two that join letters and emoji are a part of what they join.
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
