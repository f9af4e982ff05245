extension Int {
    /// The number and the noun, with "s" unless it is 1: `1 card`, `2 cards`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
