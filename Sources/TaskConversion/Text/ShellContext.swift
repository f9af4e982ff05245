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
    static func endsWord(_ rest: String?) -> Bool {
        guard let next = rest?.first else { return true }
        return next.isWhitespace || "();|&".contains(next)
    }
}

extension ConvertedText {
    /// A reference in a shell line with its surroundings.
    struct Use: Hashable {
        let reference: Reference
        let quotes: ShellContext.Quotes
        /// Whether it is a word by itself, which a shell may split.
        let isWord: Bool
        var form = ReferenceForm()
    }

    /// How the references of a shell line are used, in their order.
    var shellUses: [Use] {
        var context = ShellContext()
        var uses: [Use] = []
        let pieces = shellText.pieces
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .text(let text): context.read(text)
            case .unsayable, .command: context.readReference()
            case .reference(let reference), .formed(let reference, _):
                var form = ReferenceForm()
                if case .formed(_, let own) = piece { form = own }
                var rest: String? = index + 1 < pieces.count ? "x" : nil
                if index + 1 < pieces.count, case .text(let next) = pieces[index + 1] {
                    rest = next
                }
                let isWord =
                    !form.isOneWord && context.isAtWordStart && ShellContext.endsWord(rest)
                uses.append(
                    Use(
                        reference: reference, quotes: context.quotes, isWord: isWord, form: form))
                context.readReference()
            }
        }
        return uses
    }
}
