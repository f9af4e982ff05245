/// Where in a shell line a reference stands (POSIX.1-2024, Shell Command Language, 2.2 and 2.6).
struct ShellContext {
    /// The quotes around a place.
    enum Quotes { case none, single, double }

    private enum Frame { case bare, single, double }

    private var frames: [Frame] = [.bare]
    private var isEscaped = false
    private var previous: Character?

    /// The quotes around the place that has been reached.
    var quotes: Quotes {
        switch frames.last {
        case .single: .single
        case .double: .double
        case .bare, nil: .none
        }
    }

    /// Whether a word may begin at the place that has been reached.
    var isAtWordStart: Bool {
        guard quotes == .none, !isEscaped else { return false }
        return previous.map { $0.isWhitespace || "();|&".contains($0) } ?? true
    }

    /// Reads on.
    mutating func read(_ text: String) {
        for character in text { read(character) }
    }

    mutating func readReference() {
        previous = "}"
        isEscaped = false
    }

    private mutating func read(_ character: Character) {
        defer { previous = character }
        if isEscaped {
            isEscaped = false
            return
        }
        switch (frames.last, character) {
        case (.single, "'"): frames.removeLast()
        case (.single, _): break
        case (_, "\\"): isEscaped = true
        case (.double, "\""): frames.removeLast()
        case (_, "("):
            if frames.last == .bare || previous == "$" { frames.append(.bare) }
        case (.bare, ")"): if frames.count > 1 { frames.removeLast() }
        case (.bare, "'"): frames.append(.single)
        case (.bare, "\""): frames.append(.double)
        default: break
        }
    }

    /// Whether a word ends where a text begins.
    static func endsWord(_ rest: String) -> Bool {
        guard let next = rest.first else { return true }
        return next.isWhitespace || "();|&".contains(next)
    }
}
