extension Character {
    /// The terminal columns of the character: 2 for emoji and East Asian wide and full-width characters (UAX #11), 0
    /// for combining, format and control characters.
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return Self.wideRanges.contains { $0.contains(first.value) } ? 2 : 1
        }
    }

    /// Blocks of wide characters (EastAsianWidth.txt, W and F), without emoji.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul Jamo, leading consonants
        0x2E80...0x303E,  // CJK radicals and punctuation
        0x3041...0x33FF,  // Kana, Bopomofo, compatibility forms
        0x3400...0x4DBF,  // CJK extension A
        0x4E00...0xA4CF,  // CJK, Yi
        0xA960...0xA97F,  // Hangul Jamo extended A
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // CJK compatibility
        0xFE30...0xFE6F,  // CJK compatibility forms, small forms
        0xFF01...0xFF60,  // full-width forms
        0xFFE0...0xFFE6,  // full-width signs
        0x17000...0x18CFF,  // Tangut, Khitan
        0x1B000...0x1B2FF,  // Kana supplement and extensions
        0x20000...0x3FFFD,  // CJK extensions B and later
    ]
}

extension String {
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// Cuts the text and adds an ellipsis if it is wider than `width` columns.
    package func truncated(toWidth width: Int) -> String {
        guard displayWidth > width else { return self }
        guard width > 0 else { return "" }
        var taken = 0
        let beginning = prefix { character in
            taken += character.displayWidth
            return taken < width
        }
        return beginning + "…"
    }

    /// Replaces characters that could disturb a terminal with U+FFFD.
    package func replacingControlCharacters(except kept: Unicode.Scalar? = nil) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            switch scalar.value {
            case ..<0x20, 0x7F..<0xA0: true
            // These change the order of text on the line (UAX #9).
            case 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars { text.append(isControl(scalar) && scalar != kept ? "\u{FFFD}" : scalar) }
        return String(text)
    }
}
