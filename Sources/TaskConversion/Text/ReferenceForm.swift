/// How a text uses a reference.
struct ReferenceForm: Hashable {
    /// Whether it is one word of a shell line whatever its value, as between quotes: no shell splits or expands it.
    var isOneWord = false
    /// What stands in for a value that is missing or empty.
    var orElse: String?
}

extension Reference {
    /// The reference where no shell reads it, with the quotes that make it one word.
    func plainText(_ form: ReferenceForm) -> String {
        let text = plainText(orElse: form.orElse)
        return form.isOneWord ? "'\(text)'" : text
    }

    /// The reference with what stands in for its value.
    func plainText(orElse other: String?) -> String {
        guard let other else { return plainText }
        switch self {
        case .arguments: return plainText
        case .environment(let name, _): return Reference.environment(name, orElse: other).plainText
        default: return plainText.dropLast() + ":-\(other)}"
        }
    }
}

extension ConvertedText {
    /// The text in the place of a reference that is used in a way of its own.
    func formed(_ form: ReferenceForm) -> ConvertedText {
        var text = self
        if let other = form.orElse {
            text = literal == "" ? ConvertedText(other) : text.orElse(other)
        }
        return form.isOneWord ? text.asOneWord : text
    }

    private func orElse(_ other: String) -> ConvertedText {
        ConvertedText(
            pieces.map { piece in
                switch piece {
                case .reference(let reference): .formed(reference, ReferenceForm(orElse: other))
                case .formed(let reference, let form):
                    .formed(
                        reference,
                        ReferenceForm(isOneWord: form.isOneWord, orElse: form.orElse ?? other))
                case .text, .command, .unsayable: piece
                }
            })
    }
}
