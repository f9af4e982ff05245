import Synchronization

extension CharacterEncoding {
    /// Encodes a string; `nil` if the encoding lacks one of its characters (Encoding 6, "encode").
    ///
    /// It supports ASCII-compatible encodings. Browsers never need the others, because they use UTF-8 for their URLs.
    package func encode(_ text: String) -> [UInt8]? {
        if self == .utf8 { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else if let code = EncodingInverse.of(self)[scalar] {
                bytes += code
            } else {
                return nil
            }
        }
        return bytes
    }
}

/// The codes of an encoding by character, obtained by inverting its decoder.
struct EncodingInverse: Sendable {
    private let codes: [Unicode.Scalar: [UInt8]]
    private let hasFourBytes: Bool

    /// Computes the codes on first use, and caches them.
    static func of(_ encoding: CharacterEncoding) -> EncodingInverse {
        known.withLock { known in
            if let inverse = known[encoding] { return inverse }
            let inverse = EncodingInverse(encoding)
            known[encoding] = inverse
            return inverse
        }
    }

    /// The code of a non-ASCII character.
    subscript(scalar: Unicode.Scalar) -> [UInt8]? {
        if let code = codes[scalar] { return code }
        guard hasFourBytes, scalar.value >= 0x10000 else { return nil }
        return Self.fourBytes(Int(scalar.value) - 0x10000 + 189_000)
    }

    private static let known = Mutex<[CharacterEncoding: EncodingInverse]>([:])

    private init(_ encoding: CharacterEncoding) {
        var codes: [Unicode.Scalar: [UInt8]] = [:]
        func add(_ code: [UInt8], replacing: Bool = false) {
            let text = String(decoding: encoding.decode(code), as: UTF8.self).unicodeScalars
            guard text.count == 1, let scalar = text.first, !scalar.isASCII, scalar != "\u{FFFD}",
                replacing || codes[scalar] == nil
            else { return }
            codes[scalar] = code
        }
        // GB 18030 decodes a one-byte euro sign, but only GBK encodes it.
        if encoding != .gb18030 { for byte in UInt8(0x80)...0xFF { add([byte]) } }
        for lead in encoding.writtenLeads {
            for second in UInt8(0x40)...0xFE {
                // The first of several codes is used, with these exceptions (Encoding 5).
                let code = [lead, second]
                add(code, replacing: encoding == .big5 && Self.lastOnes.contains(code))
            }
        }
        if encoding == .eucJP { for byte in UInt8(0xA1)...0xDF { add([0x8E, byte]) } }
        hasFourBytes = encoding == .gb18030
        if encoding == .gbk || encoding == .gb18030 { for (scalar, code) in Self.formerCodes { codes[scalar] = code } }
        if hasFourBytes {
            for pointer in 0..<39_420 {
                let codePoint = CharacterIndex.gb18030FourByte[pointer]
                guard let scalar = codePoint.flatMap(Unicode.Scalar.init), codes[scalar] == nil else { continue }
                codes[scalar] = Self.fourBytes(pointer)
            }
        }
        // The characters that Japanese keyboards have in place of ASCII ones (Encoding 12.1.2 and 12.3.2).
        if encoding == .shiftJIS || encoding == .eucJP {
            codes["\u{A5}"] = [0x5C]
            codes["\u{203E}"] = [0x7E]
            codes["\u{2212}"] = codes["\u{FF0D}"]
        }
        self.codes = codes
    }

    /// Box drawing characters and two numerals, for which Big5 uses the last code.
    private static let lastOnes: Set<[UInt8]> = [
        [0xF9, 0xF9], [0xF9, 0xE9], [0xF9, 0xEB], [0xF9, 0xEA], [0xA4, 0x51], [0xA4, 0xCA],
    ]

    /// Private use characters that had GB 18030 codes before 2022, which are still encoded but not decoded (Encoding
    /// 10.2.2).
    private static let formerCodes: [(Unicode.Scalar, [UInt8])] = [
        ("\u{E78D}", [0xA6, 0xD9]), ("\u{E78E}", [0xA6, 0xDA]), ("\u{E78F}", [0xA6, 0xDB]), ("\u{E790}", [0xA6, 0xDC]),
        ("\u{E791}", [0xA6, 0xDD]), ("\u{E792}", [0xA6, 0xDE]), ("\u{E793}", [0xA6, 0xDF]), ("\u{E794}", [0xA6, 0xEC]),
        ("\u{E795}", [0xA6, 0xED]), ("\u{E796}", [0xA6, 0xF3]), ("\u{E81E}", [0xFE, 0x59]), ("\u{E826}", [0xFE, 0x61]),
        ("\u{E82B}", [0xFE, 0x66]), ("\u{E82C}", [0xFE, 0x67]), ("\u{E832}", [0xFE, 0x6D]), ("\u{E843}", [0xFE, 0x7E]),
        ("\u{E854}", [0xFE, 0x90]), ("\u{E864}", [0xFE, 0xA0]),
    ]

    private static func fourBytes(_ pointer: Int) -> [UInt8] {
        [
            UInt8(pointer / 12600 + 0x81), UInt8(pointer / 1260 % 10 + 0x30), UInt8(pointer / 10 % 126 + 0x81),
            UInt8(pointer % 10 + 0x30),
        ]
    }
}

extension CharacterEncoding {
    /// The lead bytes that are used for encoding, which are fewer than for decoding (Encoding 5, 11.1.2, 12.3.2).
    fileprivate var writtenLeads: [UInt8] {
        switch self {
        case .shiftJIS: Array(0x81...0x9F) + Array(0xE0...0xEC) + Array(0xFA...0xFC)
        case .eucJP: Array(0xA1...0xFE)
        case .big5: Array(0xA1...0xFE)
        case .eucKR, .gbk, .gb18030: Array(0x81...0xFE)
        default: []
        }
    }
}
