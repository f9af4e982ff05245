/// Parses IPv4 addresses in all notations of URLs (WHATWG URL 3.5, "IPv4 parser").
enum IPv4Address {
    /// Whether the host ends in a number, so that it is an IPv4 address or invalid (WHATWG URL 3.5, "ends in a number
    /// checker").
    static func isMeant(by host: String) -> Bool {
        var labels = host.utf8[...]
        if labels.last == dot { labels.removeLast() }
        let start = labels.lastIndex(of: dot).map(labels.index(after:)) ?? labels.startIndex
        let last = labels[start...]
        guard let first = last.first, (48...57).contains(first) else { return false }
        return last.allSatisfy { (48...57).contains($0) } || number(last) != nil
    }

    /// The address in dotted decimal notation; `nil` if it is invalid.
    static func normalized(_ host: String) -> String? {
        let parts = parts(of: host)
        let numbers = parts.compactMap(number)
        guard (1...4).contains(parts.count), numbers.count == parts.count, var address = numbers.last,
            address < 1 << UInt64(8 * (5 - parts.count)), numbers.dropLast().allSatisfy({ $0 <= 255 })
        else { return nil }
        for (index, number) in numbers.dropLast().enumerated() { address |= number << UInt64(8 * (3 - index)) }
        return [24, 16, 8, 0].map { "\(address >> $0 & 255)" }.joined(separator: ".")
    }

    /// The parts between the dots, without an empty part after a trailing dot.
    private static func parts(of host: String) -> [Substring.UTF8View] {
        // A valid fifth part is empty and follows a trailing dot, so more parts need not be counted.
        let parts = host.utf8.split(separator: dot, maxSplits: 4, omittingEmptySubsequences: false)
        let isEnded = parts.count > 1 && parts.last?.isEmpty == true
        return isEnded ? parts.dropLast() : parts
    }

    /// Parses a decimal, octal (`017`) or hexadecimal (`0xf`) number; one that overflows becomes the maximum.
    private static func number(_ part: Substring.UTF8View) -> UInt64? {
        var digits = part
        var radix = 10
        if part.starts(with: "0x".utf8) {
            (digits, radix) = (part.dropFirst(2), 16)
        } else if part.count > 1, part.first == UInt8(ascii: "0") {
            (digits, radix) = (part.dropFirst(), 8)
        }
        let values = digits.map { Character(Unicode.Scalar($0)).hexDigitValue ?? radix }
        guard !part.isEmpty, values.allSatisfy({ $0 < radix }) else { return nil }
        return values.isEmpty ? 0 : UInt64(Substring(digits), radix: radix) ?? .max
    }

    private static let dot = UInt8(ascii: ".")
}
