import DevtoolKit

extension LocatedValue {
    /// The value with its references expanded; errors are added to `findings`, and leave empty strings.
    ///
    /// A string that is only a reference to a list becomes that list; as an element of a list, it becomes that list's
    /// elements.
    func expanded(in scope: TemplateScope, collecting findings: inout [Diagnostic]) -> TaskValue {
        switch self {
        case .list(let texts): .list(texts.flatMap { $0.expandedWords(in: scope, collecting: &findings) ?? [""] })
        case .text(let text):
            if text.isReference {
                text.value(in: scope, collecting: &findings) ?? .text("")
            } else {
                .text(text.expanded(in: scope, collecting: &findings) ?? "")
            }
        }
    }
}

extension LocatedText {
    /// The words for a string outside shell lines: one, or the elements of the list that it refers to.
    ///
    /// `nil` after errors, which are added to `findings`.
    func expandedWords(in scope: TemplateScope, collecting findings: inout [Diagnostic]) -> [String]? {
        guard isReference else { return expanded(in: scope, collecting: &findings).map { [$0] } }
        return value(in: scope, collecting: &findings)?.texts
    }

    fileprivate var isReference: Bool { text.hasPrefix("${") && text.firstIndex(of: "}") == text.indices.last }

    fileprivate func value(in scope: TemplateScope, collecting findings: inout [Diagnostic]) -> TaskValue? {
        value(of: text.unicodeScalars.dropFirst(2).dropLast(), 0, in: scope, &findings)
    }
}
