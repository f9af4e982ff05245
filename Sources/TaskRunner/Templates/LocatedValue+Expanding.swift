import DevtoolKit

extension LocatedValue {
    /// The value with everything put in; a text that is nothing but a reference to a list is that list, and so are
    /// its items among those of a list.
    ///
    /// - Parameters:
    ///   - scope: what the references stand for.
    ///   - findings: what is wrong is added to these, each with its place.
    /// - Returns: the value; with nothing in the place of what is wrong.
    func expanded(
        in scope: TemplateScope, collecting findings: inout [Diagnostic]
    ) -> TaskValue {
        switch self {
        case .list(let texts):
            .list(texts.flatMap { $0.expandedWords(in: scope, collecting: &findings) ?? [""] })
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
    /// The words that the text is outside shell lines: one, or the items of a list that it refers to, and nothing
    /// else.
    ///
    /// - Parameters:
    ///   - scope: what the references stand for.
    ///   - findings: what is wrong is added to these, each with its place.
    /// - Returns: the words; nil where something is wrong.
    func expandedWords(
        in scope: TemplateScope, collecting findings: inout [Diagnostic]
    ) -> [String]? {
        guard isReference else { return expanded(in: scope, collecting: &findings).map { [$0] } }
        return value(in: scope, collecting: &findings)?.texts
    }

    /// Whether it is a reference, and nothing else.
    fileprivate var isReference: Bool {
        text.hasPrefix("${") && text.firstIndex(of: "}") == text.indices.last
    }

    /// The variable of `vars` that the text is, and nothing else.
    var variableName: String? {
        isReference && text.hasPrefix("${vars.") ? String(text.dropFirst(7).dropLast()) : nil
    }

    /// The value of the reference that the text is.
    fileprivate func value(
        in scope: TemplateScope, collecting findings: inout [Diagnostic]
    ) -> TaskValue? {
        value(of: text.unicodeScalars.dropFirst(2).dropLast(), 0, in: scope, &findings)
    }
}
