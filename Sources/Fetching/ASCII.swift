extension UInt8 {
    /// The byte with an ASCII capital made small, and nothing else changed
    /// (WHATWG Infra, "ASCII lowercase").
    var asciiLowercased: UInt8 {
        (65...90).contains(self) ? self | 0x20 : self
    }
}
