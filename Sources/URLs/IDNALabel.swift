/// One of the labels between the dots of a host's name, in Unicode or as `xn--` and Punycode.
enum IDNALabel {
    /// A label in small letters, in Unicode also if it was Punycode; `nil` if it is not valid.
    static func normalized(_ label: Substring.UnicodeScalarView) -> String? {
        guard let mapped = mapped(label) else { return nil }
        guard let code = punycode(in: mapped) else { return mapped }
        // What is in Punycode must be in its one form, and must have needed it.
        guard let text = Punycode.decoded(code), !isASCII(text), punycode(in: text) == nil,
            let again = self.mapped(text.unicodeScalars[...]), again.utf8.elementsEqual(text.utf8)
        else { return nil }
        return text
    }

    /// The label as it is written in URLs.
    static func inASCII(_ label: String) -> String {
        isASCII(label) ? label : prefix + Punycode.encoded(label)
    }

    /// What follows `xn--`; `nil` if the label does not begin so.
    static func punycode(in label: String) -> Substring.UTF8View? {
        label.utf8.starts(with: prefix.utf8) ? label.utf8.dropFirst(prefix.utf8.count) : nil
    }

    /// The label, mapped run by run: libcurl refuses other signs than letters and digits beside
    /// non-ASCII letters, and hyphens in unusual places, which browsers let pass; and it writes
    /// "ss" for "ß" beside some signs.
    private static func mapped(_ label: Substring.UnicodeScalarView) -> String? {
        var result = ""
        var rest = label
        while let first = rest.first {
            let run = rest.prefix { !staysAsItIs($0) }
            if run.isEmpty {
                result.unicodeScalars.append(first)
                rest.removeFirst()
            } else {
                guard let mapped = IDNAMapping.mapped(String(run)) else { return nil }
                result += mapped
                rest = rest[run.endIndex...]
            }
        }
        return result
    }

    private static func staysAsItIs(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z": false
        default: scalar.isASCII || scalar == "ß" || scalar == "ς"
        }
    }

    private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static let prefix = "xn--"
}
