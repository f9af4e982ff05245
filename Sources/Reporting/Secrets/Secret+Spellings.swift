extension Secret {
    /// The bytes that a program may write for the secret, and for each of its lines.
    ///
    /// GitHub's runner masks the same forms: those in JSON, in URLs, in HTML and in base64.
    var spellings: [[UInt8]] {
        ([revealed] + hiddenLines).flatMap { text in
            let base64 = text.base64Forms
            return text.encodings
                + (text.forms + base64 + base64.prefix(1).flatMap(\.base64Lines)).map {
                    Array($0.utf8)
                }
        }
    }

    /// The lines of a secret with several, which programs print one by one, but for short ones that are common words.
    private var hiddenLines: [String] {
        let ends = "\n\r\u{B}\u{C}\0\u{85}\u{2028}\u{2029}".unicodeScalars
        let lines = revealed.unicodeScalars.split(whereSeparator: ends.contains).map { line in
            String(
                String(line).reversed().drop(while: \.isWhitespace).reversed().drop(
                    while: \.isWhitespace))
        }
        if lines.count < 2 { return [] }
        return lines.filter { line in
            let isWord = line.contains { $0.isLetter || $0.isNumber }
            return line.count >= 8 || isWord && !Self.commonWords.contains(line.lowercased())
        }
    }

    /// Words that a line of a key file or of a configuration may consist of.
    private static let commonWords = Set(
        """
        a admin all and app begin data db default dev do done else end env error false fi file for host id if in is \
        key local main name no none not null of off ok on or port prod public root run test then the to token true \
        type url user value yes
        """.split(separator: " ").map(String.init))
}

extension String {
    /// The text in UTF-8, and as programs write it that have another encoding, or none, for letters beyond ASCII, as
    /// under `LC_ALL=C`; the rest of the secret would be seen.
    fileprivate var encodings: [[UInt8]] {
        var encodings = [Array(utf8)]
        if utf8.allSatisfy({ $0 < 0x80 }) { return encodings }
        func add(_ letter: (String) -> String) {
            encodings.append(Array(escaped { $0.isASCII ? nil : letter(String($0)) }.utf8))
        }
        add { escape($0.utf8, "\\x", digits: 2) }
        add { escape($0.utf8, "\\", digits: 3, radix: 8) }
        for isUpper in [false, true] {
            add { escape($0.utf16, "\\u", digits: 4, isUpper: isUpper) }
            add { escape($0.utf8, "%", digits: 2, isUpper: isUpper) }
        }
        // Of a few letters alone nothing would be left to hide.
        for mark in ["?", "\u{FFFD}"] where utf8.count(where: { $0 < 0x80 }) >= 2 {
            add { _ in mark }
            add { $0.utf16.map { _ in mark }.joined() }
            add { $0.utf8.map { _ in mark }.joined() }
        }
        let latin1 = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        if latin1.count == unicodeScalars.count {
            let misread = String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) })
            encodings += [latin1, Array(String(misread).utf8)]
        }
        return encodings
    }

    /// The text in JSON, in a URL and in HTML, as libraries write them.
    fileprivate var forms: [String] {
        var forms: [String] = []
        for isUpper in [false, true] {
            // Besides what must be escaped, PHP escapes slashes, Go what is special in HTML, Python all beyond ASCII.
            for special in ["", "/", "<>&", "\u{80}", "\u{80}<>&"] {
                let form = escaped { scalar in
                    switch scalar {
                    case "\"", "\\": return "\\\(scalar)"
                    case "\n": return "\\n"
                    case "\r": return "\\r"
                    case "\t": return "\\t"
                    case "/" where special == "/": return "\\/"
                    default:
                        let kind = scalar.isASCII ? scalar : "\u{80}"
                        return scalar.value < 0x20 || special.unicodeScalars.contains(kind)
                            ? escape(String(scalar).utf16, "\\u", digits: 4, isUpper: isUpper) : nil
                    }
                }
                forms.append(form)
            }
            // RFC 3986, JavaScript, Python, Java, and what may be in a user's name or a query.
            for kept in [
                "-_.~", "-_.~!*'()", "-_.~/", "-_.*", "-_.~!$&'()*+,;=", "-_.~!$&'()*+,;=:@/?#",
            ] {
                let form = escaped { scalar in
                    let isKept =
                        Character(scalar).isLetter || Character(scalar).isNumber
                        || kept.unicodeScalars.contains(scalar)
                    return scalar.isASCII && isKept
                        ? nil : escape(String(scalar).utf8, "%", digits: 2, isUpper: isUpper)
                }
                forms += [form, form.replacing("%20", with: "+")]
            }
        }
        for (quote, apostrophe) in [
            ("\"", "'"), ("&quot;", "'"), ("&#34;", "&#39;"), ("&quot;", "&#39;"),
            ("&quot;", "&#x27;"),
        ] {
            let marks: [Unicode.Scalar: String] = [
                "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": quote, "'": apostrophe,
            ]
            forms.append(escaped { marks[$0] })
        }
        return forms
    }

    /// The text in base64, wherever it begins among other bytes: the digits that no other byte changes.
    fileprivate var base64Forms: [String] {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        return (0..<3).flatMap { offset -> [String] in
            let bytes = [UInt8](repeating: 0, count: offset) + utf8 + [0]
            // Fewer than 4 digits are in any text.
            let (first, end) = ((offset * 8 + 5) / 6, (bytes.count - 1) * 8 / 6)
            if end - first < 4 { return [] }
            let digits = (first..<end).map { index -> Int in
                let (byte, bit) = (index * 6 / 8, index * 6 % 8)
                return (Int(bytes[byte]) << 8 | Int(bytes[byte + 1])) >> (10 - bit) & 63
            }
            return ["+/", "-_"].map { ends in
                let alphabet = Array((letters + ends).utf8)
                return String(decoding: digits.map { alphabet[$0] }, as: UTF8.self)
            }
        }
    }

    /// The lines of 76 digits that `base64` makes of digits, and those of 64 in files of keys, but for a short last one.
    fileprivate var base64Lines: [String] {
        let digits = Array(utf8)
        return [64, 76].filter { digits.count > $0 }.flatMap { width in
            stride(from: 0, to: digits.count, by: width)
                .map { digits[$0..<min($0 + width, digits.count)] }.filter { $0.count >= 8 }
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.map { escape($0) ?? String($0) }.joined()
    }
}

/// Code units, each as a mark and its digits.
private func escape(
    _ units: some Sequence<some BinaryInteger>, _ mark: String, digits count: Int, radix: Int = 16,
    isUpper: Bool = false
) -> String {
    units.map { unit in
        let digits = String(unit, radix: radix, uppercase: isUpper)
        return mark + String(repeating: "0", count: count - digits.count) + digits
    }.joined()
}
