import Scanning

/// The attributes whose values a scanner keeps.
package enum HTMLAttribute: String, CaseIterable, Sendable {
    case rel, href, sizes, type, media, color, crossorigin
    case charset, httpEquiv = "http-equiv", content, name
    case encoding, face, size

    /// The number of the case, below 16.
    var number: Int {
        // Safety: an enumeration of fewer than 256 cases without values is a byte that counts them.
        Int(unsafeBitCast(self, to: UInt8.self))
    }
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
    /// Where the tag begins: the number of bytes before its `<`.
    package var offset: Int
    /// Where the tag stands.
    package let placement: Placement
    /// Whether the element becomes a child of `head`.
    package let isInHead: Bool
    /// Whether an attribute was dropped because it exceeds ``HTMLScanner/attributeLimit``.
    package let exceedsLimit: Bool
    let attributes: AttributeValues

    /// The bytes of an attribute's value as they stand in the source; `nil` if the tag has none.
    ///
    /// Of attributes with the same name the first counts (HTML 13.2.5.33).
    package func source(_ attribute: HTMLAttribute) -> ArraySlice<UInt8>? {
        attributes[attribute]
    }

    /// The value of an attribute as text, references replaced; `nil` if the tag has none.
    ///
    /// The page is in UTF-8, unless something is given that decodes its bytes and leaves what is printable ASCII
    /// as it is.
    package func text(
        _ attribute: HTMLAttribute, decodedBy decode: ([UInt8]) -> [UInt8] = { $0 }
    ) -> String? {
        source(attribute).map { source in
            // As most are.
            if source.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != ASCII.ampersand }) {
                return String(decoding: source, as: UTF8.self)
            }
            return String(
                decoding: CharacterReference.attributeValue(of: decode(Array(source))),
                as: UTF8.self)
        }
    }
}
