/// Knows whether the next element becomes a child of `head`, as the insertion modes "before html"
/// to "in body" decide it (HTML 13.2.6.4.2 to 13.2.6.4.7).
struct HeadTracker: Sendable {
    private enum Mode: Sendable {
        case beforeHead, inHead, afterHead, inBody
    }

    private var mode = Mode.beforeHead

    /// Whether text can still begin the body, so that it matters whether there is any.
    var isOpen: Bool { mode != .inBody }

    /// Opens an element outside of templates.
    ///
    /// What belongs into `head` gets there from behind it, too, until the body begins.
    ///
    /// - Returns: whether the element is a child of `head`.
    mutating func start(_ element: HTMLElement) -> Bool {
        switch (element, mode) {
        case (_, .inBody), (.html, _):
            return false
        case (.head, .beforeHead):
            mode = .inHead
        case (.head, _):
            return false
        case (.base, _), (.link, _), (.meta, _), (.noframes, _), (.script, _), (.style, _),
            (.template, _), (.title, _), (.otherMetadata, _):
            if mode == .beforeHead { mode = .inHead }
            return true
        case (.noscript, .beforeHead), (.noscript, .inHead):
            mode = .inHead
            return true
        default:
            mode = .inBody
        }
        return false
    }

    /// Closes an element outside of templates.
    mutating func end(_ element: HTMLElement) {
        switch (element, mode) {
        case (_, .inBody): break
        case (.head, .beforeHead), (.head, .inHead): mode = .afterHead
        case (.html, _), (.body, _), (.lineBreak, _): mode = .inBody
        default: break
        }
    }

    /// Takes note of text that is not white space, which begins the body.
    mutating func text() {
        mode = .inBody
    }
}
