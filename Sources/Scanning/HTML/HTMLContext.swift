/// Knows what surrounds the next tag: `template`, SVG or MathML, and `noscript`.
///
/// This is the part of the standard's tree construction (HTML 13.2.6) without which tags would be
/// misread. It keeps only the open elements that change the meaning of what is inside them.
struct HTMLContext: Sendable {
    /// How the bytes after a start tag are read.
    enum Content: Sendable, Equatable {
        /// As tags and text.
        case markup
        /// As text up to the element's end tag.
        case text
        /// As a script, in which comments hide end tags.
        case script
        /// As text up to the end of the input.
        case plaintext
        /// As text up to the end tag, whose tags are of interest all the same.
        case noscript
    }

    /// What an opened element is to the scanner.
    struct Opening: Sendable {
        /// Where its tag stands.
        let placement: HTMLTag.Placement
        /// Whether it becomes a child of `head`.
        let isInHead: Bool
        /// How what follows is read.
        let content: Content
    }

    private enum OpenElement: Sendable, Equatable {
        case template
        /// An element of a foreign namespace, in which tags open foreign elements.
        case foreign(HTMLElement)
        /// An element of a foreign namespace, in which tags open HTML elements again.
        case integrationPoint(HTMLElement)
    }

    /// Deeper nesting is not remembered, so that hostile input cannot grow the memory.
    private static let deepest = 512

    private var open: [OpenElement] = []
    private var head = HeadTracker()
    private var depthBeforeNoscript: Int?

    /// Whether tags open foreign elements, and `<![CDATA[` a section of text.
    var isForeign: Bool {
        if case .foreign = open.last { true } else { false }
    }

    /// Whether the context is inside `noscript`.
    var isInNoscript: Bool { depthBeforeNoscript != nil }

    /// Whether the tag's attributes decide what it does to the context.
    func needsAttributes(of element: HTMLElement) -> Bool {
        isForeign && (element == .annotationXML || element == .font)
    }

    /// Whether it matters if there is text here: it would begin the body.
    var awaitsText: Bool { head.isOpen && isInDocument }

    /// Takes note of text that is not white space.
    mutating func text() {
        if awaitsText { head.text() }
    }

    /// Opens an element.
    mutating func start(
        _ element: HTMLElement, isSelfClosing: Bool, attributes: [HTMLAttribute: [UInt8]]
    ) -> Opening {
        let isInHead = isInDocument && head.start(element)
        if isForeign {
            guard breaksOut(element, attributes) else {
                if !isSelfClosing { startForeign(element, attributes) }
                return Opening(placement: .foreign, isInHead: false, content: .markup)
            }
            leaveForeignContent()
        }
        return Opening(
            placement: placement, isInHead: isInHead,
            content: startHTML(element, isSelfClosing: isSelfClosing))
    }

    /// Closes an element.
    mutating func end(_ element: HTMLElement) {
        if isForeign, element == .paragraph || element == .lineBreak {
            leaveForeignContent()
            return
        }
        let position = open.lastIndex {
            switch $0 {
            case .template: element == .template
            case .foreign(let name), .integrationPoint(let name): element == name
            }
        }
        if isInDocument { head.end(element) }
        guard let position, position >= depthBeforeNoscript ?? 0 else { return }
        // A template is a barrier: an end tag inside it closes nothing outside it.
        let isBehindTemplate = open[(position + 1)...].contains(.template)
        if element == .template || !isBehindTemplate { open.removeSubrange(position...) }
    }

    /// Closes `noscript` and everything left open in it.
    mutating func endNoscript() {
        guard let depth = depthBeforeNoscript else { return }
        open.removeSubrange(min(depth, open.count)...)
        depthBeforeNoscript = nil
    }

    /// Whether nothing that is followed here is open.
    private var isInDocument: Bool { open.isEmpty && !isInNoscript }

    private var placement: HTMLTag.Placement {
        if isForeign { return .foreign }
        if open.contains(.template) { return .template }
        return isInNoscript ? .noscript : .document
    }

    private mutating func startHTML(_ element: HTMLElement, isSelfClosing: Bool) -> Content {
        switch element {
        case .svg, .math:
            if !isSelfClosing { push(.foreign(element)) }
            return .markup
        case .template:
            push(.template)
            return .markup
        case .noscript where !isInNoscript:
            depthBeforeNoscript = open.count
            return .noscript
        case .script:
            return .script
        case .plaintext:
            return .plaintext
        case .style, .title, .textarea, .iframe, .noembed, .noframes, .xmp:
            return .text
        default:
            return .markup
        }
    }

    private mutating func push(_ element: OpenElement) {
        if open.count < Self.deepest { open.append(element) }
    }

    /// Opens an element in SVG or MathML, where some elements hold HTML (HTML 13.2.4.2).
    private mutating func startForeign(
        _ element: HTMLElement, _ attributes: [HTMLAttribute: [UInt8]]
    ) {
        switch (element, innermostForeign) {
        case (.foreignObject, .svg), (.desc, .svg), (.title, .svg), (.mathText, .math):
            push(.integrationPoint(element))
        case (.annotationXML, .math):
            push(holdsHTML(attributes) ? .integrationPoint(element) : .foreign(element))
        case (.svg, _), (.math, _):
            push(.foreign(element))
        default:
            break
        }
    }

    private var innermostForeign: HTMLElement? {
        switch open.last {
        case .foreign(.svg): .svg
        case .foreign(.math), .foreign(.annotationXML): .math
        default: nil
        }
    }

    private func holdsHTML(_ attributes: [HTMLAttribute: [UInt8]]) -> Bool {
        let encoding = attributes[.encoding]?.map(\.asciiLowercased) ?? []
        return encoding == Array("text/html".utf8)
            || encoding == Array("application/xhtml+xml".utf8)
    }

    /// Whether the start tag ends foreign content (HTML 13.2.6.5).
    private func breaksOut(
        _ element: HTMLElement, _ attributes: [HTMLAttribute: [UInt8]]
    ) -> Bool {
        switch element {
        case .meta, .head, .body, .paragraph, .lineBreak, .otherBreakout: true
        case .font: [.color, .face, .size].contains { attributes[$0] != nil }
        default: false
        }
    }

    private mutating func leaveForeignContent() {
        while isForeign { open.removeLast() }
    }
}
