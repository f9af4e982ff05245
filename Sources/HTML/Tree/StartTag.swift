/// What the tree construction needs to know of a start tag.
struct StartTag: Sendable {
    let element: HTMLElement
    /// A number made of the name, which tells elements of ``HTMLElement/other`` apart; 0 for all others.
    var nameHash: UInt32 = 0
    /// A number made of the attributes of a formatting element.
    var attributesHash: UInt64 = 0
    var isSelfClosing = false
    /// Whether this is an `input` that is not shown.
    var isHiddenInput = false
    /// Whether this is an `annotation-xml` that holds HTML.
    var holdsHTML = false
    /// Whether this is a `font` that sets a colour, face or size.
    var setsFont = false
}

/// What becomes of a start tag.
enum Opening: Sendable {
    /// Nothing: it is ignored.
    case none
    /// An element.
    case element
    /// A child of `head`.
    case childOfHead
    /// An element of SVG or MathML.
    case foreignElement
    /// An element whose content is text, as the tokenizer has to read it.
    case text(TextContent)

    /// How the content of an element is read as text.
    enum TextContent: Sendable {
        /// Up to the element's end tag.
        case plain
        /// As a script, in which comments hide end tags.
        case script
        /// Up to the end of the input.
        case toTheEnd
        /// Up to the end tag of `noscript`, whose tags are of interest all the same.
        case noscript
    }
}
