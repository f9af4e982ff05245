/// Converts international host names to ASCII (WHATWG URL 3.3, "domain to ASCII"; Unicode Technical Standard 46).
enum IDNAHost {
    /// The name in lowercase ASCII; `nil` if it is not a valid host name.
    static func inASCII(_ name: String) -> String? {
        // DNS names have at most 253 bytes; this limit only bounds the work.
        guard name.utf8.count <= 1024 else { return nil }
        var labels: [String] = []
        // Splits by scalars, because some letters form a grapheme cluster with a following dot.
        let parts = simplified(name).split(separator: ".", omittingEmptySubsequences: false)
        for part in parts {
            guard let label = IDNALabel.normalized(part) else { return nil }
            labels.append(label)
        }
        guard BidiRule.allows(labels) else { return nil }
        return labels.map(IDNALabel.inASCII).joined(separator: ".")
    }

    /// The name in lower case, with ASCII dots and half-width ASCII, and without ignored characters.
    ///
    /// This determines the labels, and which parts of them need the library.
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

    /// Whether the standard's mapping removes the character: soft hyphens, variation selectors and similar, but not
    /// joiners, tags or direction controls.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isVariationSelector
            || properties.isDefaultIgnorableCodePoint && !properties.isJoinControl && !properties.isBidiControl
                && properties.generalCategory != .unassigned && scalar.value < 0xE0000
    }
}
