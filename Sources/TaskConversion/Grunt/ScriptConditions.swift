/// The conditions and loops of JavaScript around a place, as far as they can be seen without parsing it all.
struct ScriptConditions {
    private static let words: Set<String> = ["if", "else", "switch", "for", "while", "do"]

    /// Of each brace that is open whether it is that of a condition.
    private var blocks: [Bool] = []
    /// How many parentheses are open since the last such word; nil where its statement has ended.
    private var pending: Int?

    /// Whether the place depends on any.
    var areOpen: Bool { pending != nil || blocks.contains(true) }

    /// Looks at what comes next, and passes over it if it is a word.
    ///
    /// - Returns: whether it is one.
    mutating func read(_ scanner: inout ScriptScanner) -> Bool {
        if let word = scanner.takeWord() {
            if Self.words.contains(word) { pending = 0 }
            return true
        }
        switch scanner.peek {
        case "(": pending = pending.map { $0 + 1 }
        case ")": pending = pending.map { $0 - 1 }
        case "{" where pending ?? 0 == 0:
            blocks.append(pending != nil)
            pending = nil
        case "{": blocks.append(false)
        case "}": _ = blocks.popLast()
        case ";" where pending == 0: pending = nil
        default: break
        }
        return false
    }
}
