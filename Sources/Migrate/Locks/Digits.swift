/// Short names for long texts.
enum Digits {
    /// 16 hexadecimal digits that tell a text from others: FNV-1a, 64 bits, which keeps nothing secret.
    static func telling(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
