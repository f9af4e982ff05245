import Scanning

package enum HTMLAttribute: String, CaseIterable, Sendable {
    case rel, href, sizes, type, media, color, crossorigin
    case charset, httpEquiv = "http-equiv", content, name
    case encoding, face, size

    /// The number of the case, below 16.
    var number: Int {
        // Safety: an enum with fewer than 256 cases without associated values is a byte that numbers them.
        Int(unsafeBitCast(self, to: UInt8.self))
    }
}

package struct HTMLTag: Sendable, Equatable {
    /// The context of a tag, which decides whether browsers handle its element.
    package enum Placement: Sendable, Equatable {
        case document
        /// In `noscript`, which a browser with scripting reads as text.
        case noscript
        /// In `template`, whose content is inert.
        case template
        /// In SVG or MathML, where `link` is an unknown element.
        case foreign
    }
    package let element: HTMLElement
    /// The number of bytes before the tag's `<`.
    package var offset: Int
    package let placement: Placement
    /// Whether the element becomes a child of `head`.
    package let isInHead: Bool
    /// Whether an attribute was dropped because it exceeds ``HTMLScanner/attributeLimit``.
    package let exceedsLimit: Bool
    let attributes: AttributeValues

    /// The literal value of an attribute; `nil` if the tag lacks it.
    ///
    /// If an attribute is repeated, the first one wins (HTML 13.2.5.33).
    package func source(_ attribute: HTMLAttribute) -> ArraySlice<UInt8>? { attributes[attribute] }

    /// The decoded value of an attribute; `nil` if the tag lacks it.
    ///
    /// `decode` converts a page that is not in UTF-8; it must not change printable ASCII.
    package func text(_ attribute: HTMLAttribute, decodedBy decode: ([UInt8]) -> [UInt8] = { $0 }) -> String? {
        source(attribute).map { source in
            // Most values are plain.
            if source.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != ASCII.ampersand }) {
                return String(decoding: source, as: UTF8.self)
            }
            return String(decoding: CharacterReference.attributeValue(of: decode(Array(source))), as: UTF8.self)
        }
    }
}
