extension Secret {
    /// The bytes that a program may write for the secret, and for each of its lines.
    ///
    /// GitHub's runner masks the same forms: those in JSON, in URLs, in HTML and in base64.
    var spellings: [[UInt8]] {
        ([revealed] + hiddenLines).flatMap {
            $0.otherEncodings + ($0.forms + $0.base64Forms).map { Array($0.utf8) }
        }
    }

    /// The lines of a secret with several, which programs print one by one, but for short ones that are common words.
    private var hiddenLines: [String] {
        let lines = revealed.split { $0 == "\n" || $0 == "\r\n" }.map { line in
            String(
                line.reversed().drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace))
        }
        return lines.count < 2
            ? []
            : lines.filter {
                $0.count >= 8
                    || $0.contains { $0.isLetter || $0.isNumber }
                        && !Self.commonWords.contains($0.lowercased())
            }
    }

    /// Words that a line of a key file or of a configuration may consist of.
    private static let commonWords: Set = [
        "a", "admin", "all", "and", "app", "begin", "data", "db", "default", "dev", "do", "done",
        "else", "end", "env",
        "error", "false", "fi", "file", "for", "host", "id", "if", "in", "is", "key", "local",
        "main", "name", "no",
        "none", "not", "null", "of", "off", "ok", "on", "or", "port", "prod", "public", "root",
        "run", "test", "then",
        "the", "to", "token", "true", "type", "url", "user", "value", "yes",
    ]
}

extension String {
    /// The text in UTF-8, and as programs write it that have another encoding, or none, for letters beyond ASCII, as
    /// under `LC_ALL=C`; the rest of the secret would be seen.
    fileprivate var otherEncodings: [[UInt8]] {
        let utf8 = Array(self.utf8)
        guard utf8.contains(where: { $0 >= 0x80 }) else { return [utf8] }
        func spelled(_ letter: (Unicode.Scalar) -> String) -> [UInt8] {
            Array(escaped { $0.isASCII ? nil : letter($0) }.utf8)
        }
        func bytewise(_ byte: (UInt8) -> String) -> [UInt8] {
            spelled { String($0).utf8.map(byte).joined() }
        }
        let escapes: [[UInt8]] = [
            spelled { $0.units("\\u", digits: 4) },
            bytewise { "\\x" + $0.digits(16, 2) },
            bytewise { "%" + $0.digits(16, 2) },
            bytewise { "%" + $0.digits(16, 2).uppercased() },
            spelled { $0.units("\\u", digits: 4, isUpper: true) },
            bytewise { "\\" + $0.digits(8, 3) },
        ]
        var lossy: [[UInt8]] = []
        for mark in ["?", "\u{FFFD}"] {
            lossy.append(spelled { _ in mark })
            lossy.append(spelled { String($0).utf16.map { _ in mark }.joined() })
            lossy.append(bytewise { _ in mark })
        }
        // Of a few letters alone nothing would be left to hide.
        let plain = utf8.count { $0 < 0x80 }
        let latin1 = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return [utf8] + escapes + (plain >= 2 ? lossy : [])
            + (latin1.count == unicodeScalars.count
                ? [
                    latin1,
                    Array(String(String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) })).utf8),
                ]
                : [])
    }

    /// The text in JSON, in a URL and in HTML, as libraries write them.
    fileprivate var forms: [String] {
        var forms: [String] = []
        for isUpper in [false, true] {
            // Besides what must be escaped, PHP escapes slashes, Go what is special in HTML, Python all but ASCII.
            forms += ["", "/", "<>&", "é", "é<>&"].map { special in
                escaped { scalar in
                    switch scalar {
                    case "\"", "\\": "\\\(scalar)"
                    case "\n": "\\n"
                    case "\r": "\\r"
                    case "\t": "\\t"
                    case "/": special == "/" ? "\\/" : nil
                    case "<", ">", "&":
                        special.hasSuffix("&")
                            ? scalar.units("\\u", digits: 4, isUpper: isUpper) : nil
                    default:
                        scalar.value < 0x20 || !scalar.isASCII && special.hasPrefix("é")
                            ? scalar.units("\\u", digits: 4, isUpper: isUpper) : nil
                    }
                }
            }
            // RFC 3986, JavaScript, Python, Java, and what may be in a user's name or a query.
            for kept in [
                "-_.~", "-_.~!*'()", "-_.~/", "-_.*", "-_.~!$&'()*+,;=", "-_.~!$&'()*+,;=:@/?#",
            ] {
                let form = escaped { scalar in
                    let isKept =
                        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    if scalar.isASCII, isKept || kept.unicodeScalars.contains(scalar) { return nil }
                    let bytes = String(scalar).utf8.map { "%" + $0.digits(16, 2) }.joined()
                    return isUpper ? bytes.uppercased() : bytes
                }
                forms += [form, form.replacing("%20", with: "+")]
            }
        }
        let quotes = [
            ("\"", "'"), ("&quot;", "'"), ("&#34;", "&#39;"), ("&quot;", "&#39;"),
            ("&quot;", "&#x27;"),
        ]
        return forms
            + quotes.map { quote, apostrophe in
                let marks: [Unicode.Scalar: String] = [
                    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": quote, "'": apostrophe,
                ]
                return escaped { marks[$0] }
            }
    }

    /// The text in base64, wherever it begins among other bytes: the digits that no other byte changes.
    fileprivate var base64Forms: [String] {
        (0..<3).flatMap { offset -> [String] in
            let bytes: [UInt8] = Array(repeating: 0, count: offset) + utf8 + [0]
            // Fewer than 4 digits are in any text.
            let (first, end) = ((offset * 8 + 5) / 6, (bytes.count - 1) * 8 / 6)
            if end - first < 4 { return [] }
            let digits = (first..<end).map { index -> Int in
                let (byte, bit) = (index * 6 / 8, index * 6 % 8)
                let pair = Int(bytes[byte]) << 8 | Int(bytes[byte + 1])
                return pair >> (10 - bit) & 63
            }
            let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
            return ["+/", "-_"].map { ends in
                let alphabet = Array((letters + ends).utf8)
                return String(decoding: digits.map { alphabet[$0] }, as: UTF8.self)
            }
        }
    }

    private func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.map { escape($0) ?? String($0) }.joined()
    }
}

extension Unicode.Scalar {
    /// Its code units of UTF-16, each as an escape.
    fileprivate func units(_ mark: String, digits: Int, isUpper: Bool = false) -> String {
        String(self).utf16.map { unit in
            let number = unit.digits(16, digits)
            return mark + (isUpper ? number.uppercased() : number)
        }.joined()
    }
}

extension BinaryInteger {
    fileprivate func digits(_ radix: Int, _ count: Int) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
