extension HTMLTreeBuilder {
    /// Opens a template, whose content is not part of the document (HTML 13.2.6.4.4).
    mutating func startTemplate() {
        push(.template)
        formatting.pushMarker()
        allowsFrameset = false
        mode = .inTemplate
        // Modes of templates beyond the depth limit are not needed.
        if templateModes.count < OpenElements.deepest { templateModes.append(.inTemplate) }
    }

    mutating func endTemplate() {
        guard open.contains(.template) else { return }
        pop(to: open.position(of: .template))
        formatting.clearToMarker()
        _ = templateModes.popLast()
        resetMode()
    }

    /// Start tags in the mode "in template"; the first one selects the mode of the template's content (HTML
    /// 13.2.6.4.16).
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
