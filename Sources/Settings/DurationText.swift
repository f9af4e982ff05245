package import JSON
import Scanning

/// Durations as text: integers with units, such as `500ms`, `10s` or `1h30m`, or a number of seconds, such as `10` or
/// `0.5`.
package enum DurationText {
    /// What a text that is no duration must be.
    package static let expectation = "a duration like 500ms, 10s or 1h30m"

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// The JSON Schema of the format, with a regular expression of ECMA-262.
    package static let schema: JSONValue = [
        "type": ["string", "number"], "minimum": 0, "pattern": "^(([0-9]+(h|m|s|ms))+|[0-9]+([.][0-9]+)?)$",
    ]

    /// `nil` if the text is malformed or out of range.
    package static func parse(_ text: String) -> Duration? {
        if let seconds = seconds(text) { return seconds }
        var milliseconds: Int64 = 0
        var rest = text.utf8[...]
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix(while: \.isASCIIDigit)
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest.dropFirst(letters.count)
            guard let number = Int64(String(Substring(digits))),
                let unit = units.first(where: { letters.elementsEqual($0.name.utf8) }),
                case (let span, false) = number.multipliedReportingOverflow(by: unit.milliseconds),
                case (let sum, false) = milliseconds.addingReportingOverflow(span)
            else { return nil }
            milliseconds = sum
        }
        return .milliseconds(milliseconds)
    }

    static func seconds(_ duration: Duration) -> JSONValue {
        let milliseconds = duration / .milliseconds(1)
        return milliseconds.truncatingRemainder(dividingBy: 1000) == 0
            ? .integer(Int(milliseconds / 1000)) : .number(milliseconds / 1000)
    }

    private static func seconds(_ text: String) -> Duration? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
        guard parts.count <= 2, isNumber, let seconds = Double(text), seconds < Double(Int64.max / 1000) else {
            return nil
        }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// Uses the largest units without fractions; truncates to milliseconds.
    package static func format(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        var rest = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        var text = ""
        for unit in units where rest >= unit.milliseconds {
            text += "\(rest / unit.milliseconds)\(unit.name)"
            rest %= unit.milliseconds
        }
        return text.isEmpty ? "0s" : text
    }
}
