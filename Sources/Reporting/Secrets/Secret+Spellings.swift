extension Secret {
    /// The bytes that a program may write for the secret.
    ///
    /// Letters beyond ASCII come out as other bytes than those of UTF-8 where a program writes another
    /// encoding, cannot write them (under `LC_ALL=C` Java writes `?`), or writes them as escapes; the rest of
    /// the secret would be seen.
    var spellings: [[UInt8]] {
        let utf8 = Array(revealed.utf8)
        guard utf8.contains(where: { $0 >= 0x80 }) else { return [utf8] }
        func spelled(_ letter: (Unicode.Scalar) -> String) -> [UInt8] {
            Array(revealed.unicodeScalars.map { $0.isASCII ? "\($0)" : letter($0) }.joined().utf8)
        }
        func bytewise(_ byte: (UInt8) -> String) -> [UInt8] {
            Array(utf8.map { $0 < 0x80 ? "\(Unicode.Scalar($0))" : byte($0) }.joined().utf8)
        }
        func digits(_ number: some BinaryInteger, _ radix: Int, _ count: Int) -> String {
            let digits = String(number, radix: radix)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        func units(_ scalar: Unicode.Scalar) -> [UInt16] { Array(String(scalar).utf16) }
        let escaped: [[UInt8]] = [
            spelled { units($0).map { "\\u" + digits($0, 16, 4) }.joined() },
            bytewise { "\\x" + digits($0, 16, 2) },
            bytewise { "%" + digits($0, 16, 2) },
            bytewise { "%" + digits($0, 16, 2).uppercased() },
            spelled { units($0).map { "\\u" + digits($0, 16, 4).uppercased() }.joined() },
            bytewise { "\\" + digits($0, 8, 3) },
        ]
        var lossy: [[UInt8]] = []
        for mark in ["?", "\u{FFFD}"] {
            lossy.append(spelled { _ in mark })
            lossy.append(spelled { units($0).map { _ in mark }.joined() })
            lossy.append(bytewise { _ in mark })
        }
        // Of a few letters alone nothing would be left to hide.
        let plain = utf8.count { $0 < 0x80 }
        let latin1 = revealed.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return [utf8] + escaped + (plain >= 2 ? lossy : [])
            + (latin1.count == revealed.unicodeScalars.count
                ? [
                    latin1,
                    Array(String(String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) })).utf8),
                ]
                : [])
    }
}
