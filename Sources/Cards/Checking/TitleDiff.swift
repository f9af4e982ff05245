import DevtoolKit

/// The titles of an export before and after a change, as `--diff` prints them.
///
/// The name of the export is followed by a `-` line and a `+` line for each card.
struct TitleDiff {
    let rule: NumberingRule
    let style: Style

    /// The text for an export called `name`, with a trailing newline; empty if no title changes.
    ///
    /// A title cannot forge another line: its control characters become U+FFFD, and a name that begins like a title is
    /// printed as `./-name`.
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
