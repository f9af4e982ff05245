/// Encodes Unicode text in the letters, digits and hyphens of host names (RFC 3492).
enum Punycode {
    static func encoded(_ text: String) -> String {
        let scalars = text.unicodeScalars.map(\.value)
        var bytes = text.utf8.filter { $0 < 0x80 }
        var numbers = Numbers(coded: bytes.count)
        if !bytes.isEmpty { bytes.append(hyphen) }
        var coded: UInt32 = 0x80
        while let next = scalars.lazy.filter({ $0 >= coded }).min() {
            // Each number is the distance between two insertions, in positions over all scalars.
            numbers.skipped += Int(next - coded) * (numbers.coded + 1)
            for scalar in scalars {
                if scalar < next { numbers.skipped += 1 }
                if scalar == next { numbers.append(to: &bytes) }
            }
            numbers.skipped += 1
            coded = next + 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The decoded text of a name without its `xn--`; `nil` if it is invalid.
    static func decoded(_ name: Substring.UTF8View) -> String? {
        guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
        var scalars: [Unicode.Scalar] = []
        var rest = name
        if let border = name.lastIndex(of: hyphen) {
            scalars = name[..<border].map(Unicode.Scalar.init)
            rest = name[border...].dropFirst()
        }
        var numbers = Numbers(coded: scalars.count)
        var place = 0x80 * (scalars.count + 1)
        while !rest.isEmpty {
            guard let number = numbers.next(in: &rest) else { return nil }
            // Distances are counted in rounds over the current length of the text.
            let (scalar, position) = (place + number).quotientAndRemainder(dividingBy: numbers.coded)
            guard let scalar = UInt32(exactly: scalar).flatMap(Unicode.Scalar.init) else { return nil }
            scalars.insert(scalar, at: position)
            place = Int(scalar.value) * (numbers.coded + 1) + position + 1
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let hyphen = UInt8(ascii: "-")
}

/// The variable-length numbers in Punycode, with their bias adaptation (RFC 3492, sections 3.3 and 3.4).
private struct Numbers {
    var coded: Int
    var skipped = 0
    private var bias = 72
    private var isFirst = true

    init(coded: Int) { self.coded = coded }

    mutating func append(to bytes: inout [UInt8]) {
        var rest = skipped
        var place = Self.base
        while case let threshold = threshold(at: place), rest >= threshold {
            let (quotient, digit) = (rest - threshold).quotientAndRemainder(dividingBy: Self.base - threshold)
            bytes.append(Self.digits[threshold + digit])
            rest = quotient
            place += Self.base
        }
        bytes.append(Self.digits[rest])
        adapt(to: skipped)
        skipped = 0
    }

    mutating func next(in text: inout Substring.UTF8View) -> Int? {
        var number = 0
        var weight = 1
        var place = Self.base
        while let byte = text.popFirst(), let digit = Self.digits.firstIndex(of: byte) {
            number += digit * weight
            let threshold = threshold(at: place)
            if digit < threshold {
                adapt(to: number)
                return number
            }
            weight *= Self.base - threshold
            // This exceeds all scalars at all positions of a name, and is far below the largest integer.
            guard weight < 1 << 40 else { return nil }
            place += Self.base
        }
        return nil
    }

    private func threshold(at place: Int) -> Int { min(max(place - bias, 1), 26) }

    private mutating func adapt(to number: Int) {
        coded += 1
        var rest = number / (isFirst ? 700 : 2)
        rest += rest / coded
        isFirst = false
        bias = 0
        while rest > (Self.base - 1) * 26 / 2 {
            rest /= Self.base - 1
            bias += Self.base
        }
        bias += Self.base * rest / (rest + 38)
    }

    private static let base = 36
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
