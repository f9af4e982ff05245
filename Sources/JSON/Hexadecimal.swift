extension BinaryInteger {
    /// The number in hexadecimal digits, with zeros before them.
    ///
    /// - Parameters:
    ///   - width: how many digits there are at least.
    ///   - uppercase: whether letters are capital ones.
    /// - Returns: the digits.
    package func hexadecimal(width: Int, uppercase: Bool = false) -> String {
        let digits = String(self, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
