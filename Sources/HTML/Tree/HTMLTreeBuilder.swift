/// HTML's tree construction (HTML 13.2.6) without the tree: it tracks the open elements, which decide whether, where
/// and as what a tag becomes an element.
///
/// It follows browsers with scripting, for which the content of `noscript` is text. It omits everything that does not
/// affect the place of elements: document types and quirks, attributes, and text itself.
struct HTMLTreeBuilder: Sendable {
    /// The insertion modes (HTML 13.2.4.1); "initial" equals "before html" here, and the tokenizer handles "text" and
    /// "in table text".
    enum Mode: Sendable {
        case beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody
        case inTable, inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate
        case afterBody, afterAfterBody, inFrameset, afterFrameset, afterAfterFrameset
    }

    var mode = Mode.beforeHTML
    var open = OpenElements()
    var formatting = FormattingElements()
    /// The insertion modes of the open templates (HTML 13.2.4.1).
    var templateModes: [Mode] = []
    /// Whether `noscript` is text, as in a browser with scripting.
    var isScripting = true
    /// Whether a frameset may still replace the body (HTML 13.2.4.5).
    var allowsFrameset = true
    /// Whether a form is open that excludes others (HTML 13.2.4.4, "form element pointer").
    var isInForm = false
    /// Whether an immediately following line feed is ignored (HTML 13.2.6.4.7, `pre`).
    var ignoresLineFeed = false
    private var lastIdentity: UInt32 = 0

    mutating func start(_ tag: StartTag) -> Opening {
        ignoresLineFeed = false
        if isForeign(to: tag) {
            if !breaksOut(tag) { return startForeign(tag) }
            leaveForeignContent()
        }
        return startInMode(tag)
    }

    mutating func end(_ element: HTMLElement, nameHash: UInt32) {
        ignoresLineFeed = false
        if open.endsUncounted() { return }
        if isInForeignContent {
            if element == .p || element == .br {
                leaveForeignContent()
            } else if let position = open.positionOfForeign(element, identity: nameHash) {
                pop(to: position)
                return
            }
        }
        endInMode(element, nameHash)
    }

    /// Whether the body or a frameset has begun, so that no later element becomes a child of `head`.
    var isPastHead: Bool {
        switch mode {
        case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: false
        // The content of a template in `head` uses modes of the body.
        default: templateModes.isEmpty
        }
    }

    /// Whether text makes a difference here.
    @inline(__always) var awaitsText: Bool {
        switch mode {
        case .inBody, .inCell, .inCaption, .inTemplate: allowsFrameset || formatting.awaitsReopening
        default: true
        }
    }

    /// The kinds of text that the tree construction distinguishes.
    enum Text: Sendable {
        case whiteSpace
        case null
        case other
    }

    mutating func text(_ text: Text) {
        ignoresLineFeed = false
        if let current = open.current, !current.mayHoldHTML {
            if text == .other { allowsFrameset = false }
        } else {
            textInMode(text)
        }
    }
    var isInTemplate: Bool { open.contains(.template) }

    @inline(__always) mutating func push(_ tag: StartTag) { open.push(.init(tag.element, identity: tag.nameHash)) }

    /// Opens an HTML element without a tag.
    mutating func push(_ element: HTMLElement) { open.push(.init(element, identity: 0)) }

    mutating func pushFormatting(_ element: HTMLElement) -> UInt32 {
        let identity = newIdentity()
        open.push(.init(element, identity: identity))
        return identity
    }

    mutating func newIdentity() -> UInt32 {
        lastIdentity &+= 1
        return lastIdentity
    }

    /// Closes the elements from the current node down to the one at a position.
    @inline(__always) mutating func pop(to position: Int) {
        while open.count >= position {
            let entry = open.pop()
            if entry.isFormatting { formatting.close(entry.identity) }
        }
    }

    mutating func pop() { pop(to: open.count) }

    /// Closes elements whose end tags are implied (HTML 13.2.6.3).
    mutating func generateImpliedEndTags(except exception: HTMLElement? = nil) {
        while let current = open.current, current.namespace == .html, current.element.hasImpliedEnd,
            current.element != exception
        { pop() }
    }

    /// Reopens interrupted formatting elements (HTML 13.2.4.3).
    @inline(__always) mutating func reopenFormatting() {
        guard formatting.awaitsReopening else { return }
        for index in formatting.closedIndices {
            formatting.reopen(at: index, as: pushFormatting(formatting.entries[index].element))
        }
    }

    /// Selects the mode for the innermost open element (HTML 13.2.4.1, "reset the insertion mode appropriately").
    mutating func resetMode() {
        let candidates: [(HTMLElement, Mode)] = [
            (.td, .inCell), (.th, .inCell), (.tr, .inRow), (.tbody, .inTableBody), (.thead, .inTableBody),
            (.tfoot, .inTableBody), (.caption, .inCaption), (.colgroup, .inColumnGroup), (.table, .inTable),
            (.template, templateModes.last ?? .inBody), (.head, .inHead), (.body, .inBody), (.frameset, .inFrameset),
            (.html, .afterHead),
        ]
        let innermost = candidates.max { open.position(of: $0.0) < open.position(of: $1.0) }
        mode = innermost?.1 ?? .inBody
    }

    mutating func startInMode(_ tag: StartTag) -> Opening {
        switch mode {
        case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: startBeforeBody(tag)
        case .inBody: startInBody(tag)
        case .inTable, .inCaption, .inColumnGroup, .inTableBody, .inRow, .inCell: startInTable(tag)
        case .inTemplate: startInTemplate(tag)
        case .afterBody, .afterAfterBody: startAfterBody(tag)
        case .inFrameset, .afterFrameset, .afterAfterFrameset: startInFrameset(tag)
        }
    }

    mutating func endInMode(_ element: HTMLElement, _ nameHash: UInt32) {
        switch mode {
        case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: endBeforeBody(element)
        case .inBody: endInBody(element, nameHash)
        case .inTable, .inCaption, .inColumnGroup, .inTableBody, .inRow, .inCell: endInTable(element, nameHash)
        case .inTemplate: if element == .template { endTemplate() }
        case .afterBody, .afterAfterBody: endAfterBody(element, nameHash)
        case .inFrameset, .afterFrameset, .afterAfterFrameset: endInFrameset(element)
        }
    }

    private mutating func textInMode(_ text: Text) {
        switch mode {
        case .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead:
            if text != .whiteSpace {
                beginBody()
                textInBody(text)
            }
        case .inBody, .inCell, .inCaption, .inTemplate: textInBody(text)
        case .inTable, .inTableBody, .inRow: if text == .other { textInBody(text) }
        case .inColumnGroup:
            guard text != .whiteSpace, open.isCurrent(.colgroup) else { return }
            pop()
            mode = .inTable
            if text == .other { textInBody(text) }
        case .afterBody, .afterAfterBody:
            if text != .whiteSpace { mode = .inBody }
            textInBody(text)
        case .inFrameset, .afterFrameset, .afterAfterFrameset: break
        }
    }

    private mutating func textInBody(_ text: Text) {
        guard text != .null else { return }
        reopenFormatting()
        if text == .other { allowsFrameset = false }
    }
}
