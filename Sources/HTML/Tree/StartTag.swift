struct StartTag: Sendable {
    let element: HTMLElement
    /// A hash of the name for ``HTMLElement/other``; 0 for all other elements.
    var nameHash: UInt32 = 0
    var attributesHash: UInt64 = 0
    var isSelfClosing = false
    var isHiddenInput = false
    /// Whether this is an `annotation-xml` that contains HTML.
    var holdsHTML = false
    var setsFont = false
}

enum Opening: Sendable {
    /// The tag is ignored.
    case none
    case element
    case childOfHead
    case foreignElement
    /// The content of the element is text for the tokenizer.
    case text(TextContent)

    enum TextContent: Sendable {
        /// Up to the element's end tag.
        case plain
        /// A script, in which comments hide end tags.
        case script
        /// Up to the end of the input.
        case toTheEnd
        /// Up to the end tag of `noscript`, whose tags are still reported.
        case noscript
    }
}
