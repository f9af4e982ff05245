import DevtoolKit

/// The titles of an export before and after a change, as `--diff` shows them: the export's name, then for
/// each card a line with `-` and one with `+`.
struct TitleDiff {
    /// The rule that the change follows.
    let rule: NumberingRule
    /// How the lines look.
    let style: Style

    /// The text for an export called `name`, with its last newline; empty where nothing changes.
    ///
    /// No title can pass for another line: a control character in it is U+FFFD, and a name that would
    /// look like a title is given as `./-name`.
    func text(of cards: [EditedCard], in name: String) -> String {
        if cards.isEmpty { return "" }
        let isLikeTitle = name.hasPrefix("-") || name.hasPrefix("+")
        var text = style(.path, (isLikeTitle ? "./" + name : name).replacingControlCharacters())
        text += "\n"
        for card in cards {
            let (old, new) = titles(of: card)
            text += style(.removed, "-" + old) + "\n" + style(.added, "+" + new) + "\n"
        }
        return text
    }

    private func titles(of card: EditedCard) -> (old: String, new: String) {
        let number = String(decoding: rule.spelling.text(card.digits), as: UTF8.self)
        let end = card.title.isCut ? "…" : ""
        let title = card.title.indentation + card.title.text + end
        let other: String =
            switch rule.action {
            case .number: number + title
            case .undo: String(title.unicodeScalars.dropFirst(number.unicodeScalars.count))
            }
        return (title.replacingControlCharacters(), other.replacingControlCharacters())
    }
}
