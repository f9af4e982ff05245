/// Writes host names of all scripts in ASCII (WHATWG URL 3.3, "domain to ASCII"; Unicode Technical
/// Standard 46).
enum IDNAHost {
    /// The name in ASCII and small letters; `nil` if it is no name of a host.
    static func inASCII(_ name: String) -> String? {
        // A name in the DNS has at most 253 bytes; the rest bounds the work.
        guard name.utf8.count <= 1024 else { return nil }
        var labels: [String] = []
        // By scalars, for there are letters that make one character with the dot behind them.
        let parts = simplified(name).split(separator: ".", omittingEmptySubsequences: false)
        for part in parts {
            guard let label = IDNALabel.normalized(part) else { return nil }
            labels.append(label)
        }
        guard BidiRule.allows(labels) else { return nil }
        return labels.map(IDNALabel.inASCII).joined(separator: ".")
    }

    /// The name in small letters, with dots and ASCII in their usual width, without what is not
    /// seen.
    ///
    /// So it is known where labels begin and end, and what in them needs the library.
    private static func simplified(_ name: String) -> String.UnicodeScalarView {
        var text = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !isIgnored(scalar) {
            switch scalar.value {
            case 0x3002, 0xFF61: text.append(".")
            case 0xFF01...0xFF5E:
                let narrow = Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
                text += narrow.properties.lowercaseMapping.unicodeScalars
            default: text += scalar.properties.lowercaseMapping.unicodeScalars
            }
        }
        return text
    }

    /// Whether the standard's mapping leaves the character out: soft hyphens, variation selectors
    /// and the like, but neither joiners, nor tags, nor what turns the direction.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isVariationSelector
            || properties.isDefaultIgnorableCodePoint && !properties.isJoinControl
                && !properties.isBidiControl && properties.generalCategory != .unassigned
                && scalar.value < 0xE0000
    }
}
