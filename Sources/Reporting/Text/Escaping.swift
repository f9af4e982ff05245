import Scanning

extension Unicode.Scalar {
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
    /// Percent-encodes bytes (RFC 3986, section 2.1).
    ///
    /// `isKept` must keep all or none of the bytes above 0x7F, so that the text stays UTF-8.
    package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String { utf8.percentEncoded(keeping: isKept) }
}

extension Collection<String> {
    package var firstQuoted: String {
        prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "")
    }
}

extension Sequence<UInt8> {
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

extension UInt8 { package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit } }
