/// A label of a host name, in Unicode or as `xn--` and Punycode.
enum IDNALabel {
    /// The label in lower case, with Punycode decoded; `nil` if it is invalid.
    static func normalized(_ label: Substring.UnicodeScalarView) -> String? {
        guard let mapped = mapped(label) else { return nil }
        guard let code = punycode(in: mapped) else { return mapped }
        // Punycode must be canonical, and its text must not be ASCII.
        guard let text = Punycode.decoded(code), !isASCII(text), punycode(in: text) == nil,
            let again = self.mapped(text.unicodeScalars[...]), again.utf8.elementsEqual(text.utf8)
        else { return nil }
        return text
    }

    static func inASCII(_ label: String) -> String { isASCII(label) ? label : prefix + Punycode.encoded(label) }

    /// The text after `xn--`; `nil` if the label has no such prefix.
    static func punycode(in label: String) -> Substring.UTF8View? {
        label.utf8.starts(with: prefix.utf8) ? label.utf8.dropFirst(prefix.utf8.count) : nil
    }

    /// Maps a label run by run, because libcurl rejects some labels that browsers accept.
    ///
    /// These have ASCII symbols next to non-ASCII letters, or hyphens in unusual places. libcurl also maps "ß" to "ss"
    /// next to some characters.
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
