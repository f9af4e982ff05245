extension HTMLTreeBuilder {
    /// Start tags in the modes from "before html" to "after head" (HTML 13.2.6.4.2 to 13.2.6.4.6).
    mutating func startBeforeBody(_ tag: StartTag) -> Opening {
        if tag.element == .html {
            if mode == .beforeHTML { beginDocument() }
            return .element
        }
        switch mode {
        case .beforeHTML, .beforeHead:
            beginHead()
            return tag.element == .head ? .element : startBeforeBody(tag)
        case .inHead: return startInHead(tag)
        case .inHeadNoscript: return startInHeadNoscript(tag)
        default: return startAfterHead(tag)
        }
    }

    mutating func endBeforeBody(_ element: HTMLElement) {
        switch (element, mode) {
        case (.template, .inHead), (.template, .afterHead): endTemplate()
        case (.noscript, .inHeadNoscript):
            pop()
            mode = .inHead
        case (.head, .beforeHTML), (.head, .beforeHead):
            beginHead()
            endHead()
        case (.head, .inHead): endHead()
        case (.br, .inHeadNoscript):
            pop()
            mode = .inHead
            endBeforeBody(element)
        case (_, .inHeadNoscript): break
        case (.body, _), (.html, _), (.br, _):
            beginBody()
            endInMode(element, 0)
        default: break
        }
    }

    mutating func beginBody() {
        if mode == .inHeadNoscript {
            pop()
            mode = .inHead
        }
        if mode == .beforeHTML || mode == .beforeHead { beginHead() }
        if mode == .inHead { endHead() }
        push(.body)
        mode = .inBody
    }

    /// Opens an element that belongs to `head`, wherever it occurs (HTML 13.2.6.4.4); returns `nil` for other elements.
    mutating func startMetadata(_ tag: StartTag) -> Opening? {
        switch tag.element {
        case .base, .basefont, .bgsound, .link, .meta: return open.isCurrent(.head) ? .childOfHead : .element
        case .title, .noframes, .style: return .text(.plain)
        case .script: return .text(.script)
        case .template:
            startTemplate()
            return .element
        default: return nil
        }
    }

    private mutating func beginDocument() {
        push(.html)
        mode = .beforeHead
    }

    private mutating func beginHead() {
        if mode == .beforeHTML { beginDocument() }
        push(.head)
        mode = .inHead
    }

    private mutating func endHead() {
        pop()
        mode = .afterHead
    }

    private mutating func startInHead(_ tag: StartTag) -> Opening {
        if let opening = startMetadata(tag) { return opening }
        switch tag.element {
        case .head: return .none
        case .noscript where isScripting: return .text(.noscript)
        case .noscript:
            push(.noscript)
            mode = .inHeadNoscript
            return .element
        default:
            endHead()
            return startAfterHead(tag)
        }
    }

    /// Start tags in `noscript` in `head`, without scripting (HTML 13.2.6.4.5).
    private mutating func startInHeadNoscript(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .basefont, .bgsound, .link, .meta, .noframes, .style: return startMetadata(tag) ?? .none
        case .head, .noscript: return .none
        default:
            pop()
            mode = .inHead
            return startInHead(tag)
        }
    }

    private mutating func startAfterHead(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .body:
            push(.body)
            allowsFrameset = false
            mode = .inBody
            return .element
        case .frameset:
            push(.frameset)
            mode = .inFrameset
            return .element
        case .head: return .none
        case .base, .basefont, .bgsound, .link, .meta: return .childOfHead
        default:
            // The head that the standard reopens for these is closed right after them, or after a template, and nothing
            // depends on it.
            if let opening = startMetadata(tag) { return opening }
            beginBody()
            return startInBody(tag)
        }
    }
}
