extension HTMLTreeBuilder {
    /// Start tags in the modes of framesets, in which only frames are valid (HTML 13.2.6.4.20 to 13.2.6.4.23).
    mutating func startInFrameset(_ tag: StartTag) -> Opening {
        switch (tag.element, mode) {
        case (.noframes, _): return .text(.plain)
        case (.frameset, .inFrameset):
            push(tag)
            return .element
        case (.frame, .inFrameset): return .element
        default: return .none
        }
    }

    mutating func endInFrameset(_ element: HTMLElement) {
        switch (element, mode) {
        case (.frameset, .inFrameset) where open.count > 1:
            pop()
            if !open.isCurrent(.frameset) { mode = .afterFrameset }
        case (.html, .afterFrameset): mode = .afterAfterFrameset
        default: break
        }
    }
}
