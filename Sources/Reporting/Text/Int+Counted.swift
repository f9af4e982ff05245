extension Int {
    /// The number and the noun, with "s" unless it is 1: `1 card`, `2 cards`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Diagnostic.Severity {
    /// The numbers of errors, warnings and notes, such as `1 error, 2 notes`; empty if there are none.
    package static func counts(_ count: (Self) -> Int) -> String {
        [Self.error, .warning, .note].compactMap { severity in
            let number = count(severity)
            return number == 0 ? nil : number.counted(severity.rawValue)
        }.joined(separator: ", ")
    }
}
