extension HTMLTreeBuilder {
    /// Opens a template, whose content is no part of the document (HTML 13.2.6.4.4).
    mutating func startTemplate() {
        push(.template)
        formatting.pushMarker()
        allowsFrameset = false
        mode = .inTemplate
        // Where templates are too deep to be known, their modes need not be.
        if templateModes.count < OpenElements.deepest { templateModes.append(.inTemplate) }
    }

    /// Ends the innermost template and all that is open in it.
    mutating func endTemplate() {
        guard open.contains(.template) else { return }
        pop(to: open.position(of: .template))
        formatting.clearToMarker()
        _ = templateModes.popLast()
        resetMode()
    }

    /// The mode "in template", for start tags: the first one tells what is in it
    /// (HTML 13.2.6.4.16).
    mutating func startInTemplate(_ tag: StartTag) -> Opening {
        if let opening = startMetadata(tag) { return opening }
        let next: Mode =
            switch tag.element {
            case .caption, .colgroup, .tbody, .tfoot, .thead: .inTable
            case .col: .inColumnGroup
            case .tr: .inTableBody
            case .td, .th: .inRow
            default: .inBody
            }
        _ = templateModes.popLast()
        templateModes.append(next)
        mode = next
        return startInMode(tag)
    }
}
