extension BinaryInteger {
    /// The number in hexadecimal, padded with zeros to `width` digits.
    package func hexadecimal(width: Int, uppercase: Bool = false) -> String {
        let digits = String(self, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
