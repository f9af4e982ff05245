func percentEncoded(_ bytes: ArraySlice<UInt8>, _ set: PercentEncodeSet) -> String {
    guard bytes.contains(where: set.contains) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.appendPercentEncoded(bytes, set)
    return String(decoding: text, as: UTF8.self)
}

extension [UInt8] {
    mutating func appendPercentEncoded(_ bytes: ArraySlice<UInt8>, _ set: PercentEncodeSet) {
        for byte in bytes {
            if set.contains(byte) {
                append(UInt8(ascii: "%"))
                append(hexadecimalDigit(byte >> 4))
                append(hexadecimalDigit(byte & 15))
            } else {
                append(byte)
            }
        }
    }
}

/// Decodes `%` with two hexadecimal digits; other bytes are unchanged.
package func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexadecimalValue),
            let low = rest.dropFirst().first.flatMap(hexadecimalValue)
        {
            decoded.append(high << 4 | low)
            rest = rest.dropFirst(2)
        } else {
            decoded.append(byte)
        }
    }
    return decoded
}

private func hexadecimalValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}
