/// The attributes whose values a scanner keeps.
package enum HTMLAttribute: Hashable, Sendable {
    case rel, href, sizes, type, media, color
    case charset, httpEquiv, content, name
    case encoding, face, size

    init?(_ name: ShortName) {
        guard let attribute = Self.named[name] else { return nil }
        self = attribute
    }

    private static let named: [ShortName: HTMLAttribute] = [
        ShortName("rel"): .rel, ShortName("href"): .href, ShortName("sizes"): .sizes,
        ShortName("type"): .type, ShortName("media"): .media, ShortName("color"): .color,
        ShortName("charset"): .charset, ShortName("http-equiv"): .httpEquiv,
        ShortName("content"): .content, ShortName("name"): .name,
        ShortName("encoding"): .encoding, ShortName("face"): .face, ShortName("size"): .size,
    ]
}

/// A start tag, as a scanner reports it.
package struct HTMLTag: Sendable, Equatable {
    /// Where a tag stands, which decides whether browsers act on its element.
    package enum Placement: Sendable, Equatable {
        /// In the document itself.
        case document
        /// In `noscript`, which a browser with scripting reads as text.
        case noscript
        /// In `template`, whose content is inert.
        case template
        /// In SVG or MathML, where `link` is an unknown element.
        case foreign
    }

    /// The element that the tag opens.
    package let element: HTMLElement
    /// The values of the attributes that are kept, references replaced; of duplicates the first.
    package let attributes: [HTMLAttribute: [UInt8]]
    /// Where the tag begins: the number of bytes before its `<`.
    package let offset: Int
    /// Where the tag stands.
    package let placement: Placement
    /// Whether the element becomes a child of `head`.
    package let isInHead: Bool
    /// Whether an attribute was dropped because it exceeds ``HTMLScanner/attributeLimit``.
    package let exceedsLimit: Bool

    /// The value of an attribute as UTF-8 text; `nil` if the tag has none.
    package func text(_ attribute: HTMLAttribute) -> String? {
        attributes[attribute].map { String(decoding: $0, as: UTF8.self) }
    }
}
