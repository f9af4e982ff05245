import Scanning

/// The refresh that a `meta` element with `http-equiv=refresh` requests.
struct MetaRefresh: Sendable, Equatable {
    let seconds: Int
    /// The URL of the next page; `nil` to reload the same page.
    let reference: String?

    /// Parses the value of `content` (HTML 4.2.5.3, "shared declarative refresh steps"); `nil` if it is invalid.
    init?(_ content: String) {
        var scanner = ByteScanner(content)
        scanner.scan(.asciiWhiteSpace)
        let digits = scanner.scan(.digits)
        guard !digits.isEmpty || scanner.peek == UInt8(ascii: ".") else { return nil }
        seconds = digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self)) ?? .max
        scanner.scan(.fraction)
        guard let separator = scanner.peek else {
            reference = nil
            return
        }
        guard ByteSet.separators.contains(separator) || separator.isASCIIWhiteSpace else { return nil }
        scanner.scan(.asciiWhiteSpace)
        if let byte = scanner.peek, ByteSet.separators.contains(byte) { scanner.next() }
        scanner.scan(.asciiWhiteSpace)
        reference = scanner.isAtEnd ? nil : Self.reference(&scanner)
    }

    private static func reference(_ scanner: inout ByteScanner) -> String {
        let start = scanner.position
        if !scanName(&scanner) { scanner.move(to: start) }
        let quote = scanner.peek
        guard quote == ASCII.doubleQuote || quote == ASCII.singleQuote, let quote else {
            return String(decoding: scanner.rest, as: UTF8.self)
        }
        scanner.next()
        return String(decoding: scanner.scanUpTo(quote), as: UTF8.self)
    }

    private static func scanName(_ scanner: inout ByteScanner) -> Bool {
        for letter in "url".utf8 { guard scanner.next()?.asciiLowercased == letter else { return false } }
        scanner.scan(.asciiWhiteSpace)
        guard scanner.scan(ASCII.equals) else { return false }
        scanner.scan(.asciiWhiteSpace)
        return true
    }
}

extension ByteSet {
    fileprivate static let fraction = digits.union(ByteSet("."))
    fileprivate static let separators = ByteSet(";,")
}
