extension Duration {
    package var milliseconds: Int { Int(self / .milliseconds(1)) }

    /// For people: `34 ms`, `1.2 s`.
    package var shortText: String {
        let milliseconds = self.milliseconds
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        let tenths = (milliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
