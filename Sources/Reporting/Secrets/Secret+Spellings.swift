extension Secret {
    /// The forms in which a program may print the secret and each of its lines: plain, in JSON, URLs, HTML and base64.
    ///
    /// GitHub's runner masks the same forms.
    var spellings: [[UInt8]] {
        ([revealed] + hiddenLines).flatMap { text -> [[UInt8]] in
            let base64 = text.base64Forms
            let forms: [String] = text.forms + base64 + base64.prefix(1).flatMap(\.base64Lines)
            return text.encodings + forms.map { Array($0.utf8) }
        }
    }

    /// The lines without blanks around them, as programs may print them one by one, except for short common words.
    private var hiddenLines: [String] {
        let ends = "\n\r\u{B}\u{C}\0\u{85}\u{2028}\u{2029}".unicodeScalars
        let lines = revealed.unicodeScalars.split(whereSeparator: ends.contains).map { line in
            String(String(line).reversed().drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace))
        }
        return lines.filter { line in
            let isWord = line.contains { $0.isLetter || $0.isNumber }
            return line.count >= 8 || isWord && !Self.commonWords.contains(line.lowercased())
        }
    }

    /// Words that may be a whole line in a key file or configuration.
    private static let commonWords = Set(
        """
        a admin all and app begin data db default dev do done else end env error false fi file for host id if in is \
        key local main name no none not null of off ok on or port prod public root run test then the to token true \
        type url user value yes
        """.split(separator: " ").map(String.init))
}

extension String {
    /// The text in UTF-8 and in the forms of programs that escape, replace or misread non-ASCII letters, for example
    /// under `LC_ALL=C`.
    ///
    /// Otherwise the ASCII rest of the secret would be visible.
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
        // Replacement marks with fewer ASCII letters would match too much.
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

    /// The text in JSON, in a URL and in HTML, as written by common libraries.
    fileprivate var forms: [String] {
        var forms: [String] = []
        for isUpper in [false, true] {
            // Optional escapes in JSON: PHP escapes slashes, Go HTML characters, Python non-ASCII characters.
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
            // Unescaped characters of RFC 3986, JavaScript, Python and Java, and those allowed in user information and
            // queries.
            for kept in ["-_.~", "-_.~!*'()", "-_.~/", "-_.*", "-_.~!$&'()*+,;=", "-_.~!$&'()*+,;=:@/?#"] {
                let form = escaped { scalar in
                    let isKept =
                        Character(scalar).isLetter || Character(scalar).isNumber || kept.unicodeScalars.contains(scalar)
                    return scalar.isASCII && isKept
                        ? nil : escape(String(scalar).utf8, "%", digits: 2, isUpper: isUpper)
                }
                forms += [form, form.replacing("%20", with: "+")]
            }
        }
        for (quote, apostrophe) in [
            ("\"", "'"), ("&quot;", "'"), ("&#34;", "&#39;"), ("&quot;", "&#39;"), ("&quot;", "&#x27;"),
        ] {
            let marks: [Unicode.Scalar: String] = [
                "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": quote, "'": apostrophe,
            ]
            forms.append(escaped { marks[$0] })
        }
        return forms
    }

    /// The base64 digits that do not depend on adjacent bytes, for each alignment.
    fileprivate var base64Forms: [String] {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        return (0..<3).flatMap { offset -> [String] in
            let bytes = [UInt8](repeating: 0, count: offset) + utf8 + [0]
            // Fewer than 4 digits occur in any text.
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

    /// Base64 wrapped at 76 digits as by `base64`, or at 64 as in key files, without a short last line.
    fileprivate var base64Lines: [String] {
        let digits = Array(utf8)
        return [64, 76].filter { digits.count > $0 }.flatMap { width in
            stride(from: 0, to: digits.count, by: width).map { digits[$0..<min($0 + width, digits.count)] }.filter {
                $0.count >= 8
            }.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.map { escape($0) ?? String($0) }.joined()
    }
}

private func escape(
    _ units: some Sequence<some BinaryInteger>, _ mark: String, digits count: Int, radix: Int = 16,
    isUpper: Bool = false
) -> String {
    units.map { unit in
        let digits = String(unit, radix: radix, uppercase: isUpper)
        return mark + String(repeating: "0", count: count - digits.count) + digits
    }.joined()
}
