import CByteSearch

extension JSONEscape {
    /// Appends what stands between the quotes of a string, which is well-formed, with its escapes decoded, as a
    /// scanner tells it.
    package static func append(
        decoding content: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]
    ) {
        var unicode = JSONUnicodeEscape()
        func append(_ codePoint: UInt32?) {
            guard let codePoint else { return }
            // Safety: the bytes are copied within the closure.
            withUTF8(of: codePoint) { $0.withUnsafeBufferPointer { text += $0 } }
        }
        var rest = content[...]
        while let base = UnsafeBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            // Safety: what is looked through are the bytes from `base` on.
            let plain = byte_search_find(base, rest.count, UInt8(ascii: "\\"))
            if plain > 0 {
                append(unicode.takePendingHalf())
                text += rest.prefix(plain)
                rest = rest.dropFirst(plain)
            }
            guard let escape = rest.dropFirst().first else { break }
            rest = rest.dropFirst(2)
            guard escape == UInt8(ascii: "u") else {
                append(unicode.takePendingHalf())
                append(meaning(of: escape).map(UInt32.init))
                continue
            }
            unicode.begin()
            for digit in rest.prefix(4) where !unicode.take(digit) { break }
            rest = rest.dropFirst(4)
            if !unicode.completesPair { append(unicode.takePendingHalf()) }
            append(unicode.takeCodePoint())
        }
        append(unicode.takePendingHalf())
    }
}
