import DevtoolKit

extension NumberingRule {
    /// The titles of an export called `name` before and after a change, as `--diff` prints them.
    ///
    /// The name is followed by a `-` line and a `+` line for each card; the text is empty if no title changes. A title
    /// cannot forge another line: its control characters become U+FFFD, and a name that begins like a title is printed
    /// as `./-name`.
    func diff(of cards: [EditedCard], in name: String, _ style: Style) -> String {
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
        let number = String(decoding: spelling.text(card.digits), as: UTF8.self)
        let title = card.indentation + card.title + (card.isCut ? "…" : "")
        let other: String =
            switch action {
            case .number: number + title
            case .undo: String(title.unicodeScalars.dropFirst(number.unicodeScalars.count))
            }
        return (title.replacingControlCharacters(), other.replacingControlCharacters())
    }
}
