import JSON

extension Unicode.Scalar {
    /// The reference that stands for a sign of HTML and XML, in content and in attributes in double quotes; nil
    /// for what is no such sign.
    package var markupReference: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }
}

extension String {
    /// The text with some of its bytes as `%` and two digits (RFC 3986, section 2.1).
    ///
    /// - Parameter isKept: whether a byte stays as it is; of bytes above 0x7F all or none, so that the text stays
    ///   UTF-8.
    /// - Returns: the text.
    package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
        utf8.percentEncoded(keeping: isKept)
    }
}

extension Collection<String> {
    /// The first three, each in quotes, and how many more there are.
    package var firstQuoted: String {
        prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            + (count > 3 ? " and \(count - 3) more" : "")
    }
}

extension Sequence<UInt8> {
    /// The text of the bytes, some of them as `%` and two digits, as ``Swift/String/percentEncoded(keeping:)`` has it.
    package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in self {
            if isKept(byte) {
                bytes.append(byte)
            } else {
                bytes += "%\(byte.hexadecimal(width: 2, uppercase: true))".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it is a letter or a digit of ASCII.
    package var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
