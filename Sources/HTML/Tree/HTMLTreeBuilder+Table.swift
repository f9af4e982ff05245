extension HTMLTreeBuilder {
    /// Start tags in the modes of tables (HTML 13.2.6.4.9 to 13.2.6.4.15).
    mutating func startInTable(_ tag: StartTag) -> Opening {
        switch mode {
        case .inCell: return startInCell(tag)
        case .inCaption: return startInCaption(tag)
        case .inColumnGroup: return startInColumnGroup(tag)
        case .inRow: return startInRow(tag)
        case .inTableBody: return startInTableBody(tag)
        default: return startInTableItself(tag)
        }
    }

    mutating func endInTable(_ element: HTMLElement, _ nameHash: UInt32) {
        switch (mode, element) {
        case (.inColumnGroup, .template): endTemplate()
        case (.inColumnGroup, .col): break
        case (.inColumnGroup, _):
            guard open.isCurrent(.colgroup) else { return }
            pop()
            mode = .inTable
            if element != .colgroup { endInMode(element, nameHash) }
        case (.inCell, .td), (.inCell, .th):
            guard let position = open.positionInTableScope(element) else { return }
            endCell(at: position)
        case (.inCell, .table), (.inCell, .tbody), (.inCell, .tfoot), (.inCell, .thead), (.inCell, .tr):
            guard open.positionInTableScope(element) != nil else { return }
            endCell()
            endInMode(element, nameHash)
        case (.inCell, .caption), (.inCell, .col), (.inCell, .colgroup), (_, .body), (_, .html): break
        case (.inCell, _): endInBody(element, nameHash)
        case (.inCaption, .caption), (.inCaption, .table):
            guard endCaption(), element == .table else { return }
            endInMode(element, nameHash)
        case (.inCaption, .col), (.inCaption, .colgroup), (.inCaption, .tbody), (.inCaption, .td), (.inCaption, .tfoot),
            (.inCaption, .th), (.inCaption, .thead), (.inCaption, .tr):
            break
        case (.inCaption, _): endInBody(element, nameHash)
        case (.inRow, .tr): _ = endRow()
        case (.inRow, .table): if endRow() { endInMode(element, nameHash) }
        case (.inRow, .tbody), (.inRow, .tfoot), (.inRow, .thead):
            guard open.positionInTableScope(element) != nil, endRow() else { return }
            endInMode(element, nameHash)
        case (.inTableBody, .tbody), (.inTableBody, .tfoot), (.inTableBody, .thead):
            if open.positionInTableScope(element) != nil { endTableBody() }
        case (.inTableBody, .table):
            guard isInTableBody else { return }
            endTableBody()
            endInMode(element, nameHash)
        case (_, .table):
            guard let table = open.positionInTableScope(.table) else { return }
            pop(to: table)
            resetMode()
        case (_, .template): endTemplate()
        case (_, .caption), (_, .col), (_, .colgroup), (_, .tbody), (_, .td), (_, .tfoot), (_, .th), (_, .thead),
            (_, .tr):
            break
        default: endInBody(element, nameHash)
        }
    }

    private mutating func startInTableItself(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .caption:
            clearStack(to: [.table])
            formatting.pushMarker()
            push(tag)
            mode = .inCaption
        case .colgroup:
            clearStack(to: [.table])
            push(tag)
            mode = .inColumnGroup
        case .col:
            clearStack(to: [.table])
            push(.colgroup)
            mode = .inColumnGroup
        case .tbody, .tfoot, .thead:
            clearStack(to: [.table])
            push(tag)
            mode = .inTableBody
        case .td, .th, .tr:
            clearStack(to: [.table])
            push(.tbody)
            mode = .inTableBody
            return startInTableBody(tag)
        case .table:
            guard let table = open.positionInTableScope(.table) else { return .none }
            pop(to: table)
            resetMode()
            return startInMode(tag)
        case .style, .script, .template: return startMetadata(tag) ?? .none
        case .input where tag.isHiddenInput: break
        case .form:
            // A form in a table is empty; later controls belong to it by other means.
            if isInTemplate || isInForm { return .none }
            isInForm = true
        default:
            // Content that is invalid in a table, such as a link, is moved before it.
            return startInBody(tag)
        }
        return .element
    }

    private mutating func startInTableBody(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .tr:
            clearStack(to: [.tbody, .tfoot, .thead])
            push(tag)
            mode = .inRow
            return .element
        case .th, .td:
            clearStack(to: [.tbody, .tfoot, .thead])
            push(.tr)
            mode = .inRow
            return startInRow(tag)
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
            guard isInTableBody else { return .none }
            endTableBody()
            return startInTableItself(tag)
        default: return startInTableItself(tag)
        }
    }

    private mutating func startInRow(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .th, .td:
            clearStack(to: [.tr])
            push(tag)
            mode = .inCell
            formatting.pushMarker()
            return .element
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
            guard endRow() else { return .none }
            return startInTableBody(tag)
        default: return startInTableItself(tag)
        }
    }

    private mutating func startInCell(_ tag: StartTag) -> Opening {
        guard tag.element.isTablePart else { return startInBody(tag) }
        guard endCell() else { return .none }
        return startInMode(tag)
    }

    private mutating func startInCaption(_ tag: StartTag) -> Opening {
        guard tag.element.isTablePart else { return startInBody(tag) }
        guard endCaption() else { return .none }
        return startInMode(tag)
    }

    private mutating func startInColumnGroup(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .html: return .none
        case .col: return .element
        case .template: return startMetadata(tag) ?? .none
        default:
            guard open.isCurrent(.colgroup) else { return .none }
            pop()
            mode = .inTable
            return startInTableItself(tag)
        }
    }

    /// Closes elements down to one of `elements`, a template, or the document (HTML 13.2.6.4.9, "clear the stack back
    /// to a table context").
    private mutating func clearStack(to elements: [HTMLElement]) {
        let position = elements.map { open.position(of: $0) }.max() ?? 0
        pop(to: max(position, open.position(of: .template), 1) + 1)
    }

    private var isInTableBody: Bool {
        [HTMLElement.tbody, .thead, .tfoot].contains { open.positionInTableScope($0) != nil }
    }

    private mutating func endTableBody() {
        clearStack(to: [.tbody, .tfoot, .thead])
        pop()
        mode = .inTable
    }

    private mutating func endRow() -> Bool {
        guard open.positionInTableScope(.tr) != nil else { return false }
        clearStack(to: [.tr])
        pop()
        mode = .inTableBody
        return true
    }

    @discardableResult private mutating func endCell() -> Bool {
        let innermost = max(open.positionInTableScope(.td) ?? 0, open.positionInTableScope(.th) ?? 0)
        guard innermost > 0 else { return false }
        endCell(at: innermost)
        return true
    }

    private mutating func endCell(at position: Int) {
        pop(to: position)
        formatting.clearToMarker()
        mode = .inRow
    }

    private mutating func endCaption() -> Bool {
        guard let position = open.positionInTableScope(.caption) else { return false }
        pop(to: position)
        formatting.clearToMarker()
        mode = .inTable
        return true
    }
}

extension HTMLElement {
    fileprivate var isTablePart: Bool {
        switch self {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: false
        }
    }
}
