import JSON
import Scanning

package enum YAMLText {
    /// Unquoted if all YAML parsers read the text as the same string, otherwise in double quotes.
    package static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// Words that YAML 1.1 or 1.2 does not read as strings.
    private static let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
        return isWordScalar(first) && last != ":" && Double(text) == nil && !words.contains(text.lowercased())
            && text.unicodeScalars.allSatisfy { isWordScalar($0) || "-.:@%+=~()".unicodeScalars.contains($0) }
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "/": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    /// JSON with additional escapes: JSON is a subset of YAML except for some characters.
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in JSONValue.string(text).compactText.unicodeScalars {
            switch scalar.value {
            case 0x80..<0xA0, 0xFEFF, 0xFFFE, 0xFFFF: quoted += "\\u" + scalar.value.hexadecimal(width: 4)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }
}
