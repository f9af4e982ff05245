package import Scanning

package struct XMLNode: Sendable {
    /// Without its prefix.
    package let name: String
    package let namespace: String?
    /// In the order of the document, without namespace declarations.
    package let attributes: [XMLAttribute]
    package internal(set) var children: [XMLNode] = []
    /// The concatenated text that the element contains directly.
    package internal(set) var text = ""
    /// The start of its tag.
    package let place: TextPlace

    /// The attribute with a name, in any namespace.
    package subscript(name: String) -> XMLAttribute? { attributes.first { $0.name == name } }
}

package struct XMLAttribute: Sendable {
    /// Without its prefix.
    package let name: String
    /// `nil` for a name without a prefix.
    package let namespace: String?
    package let value: String
    /// The start of its name.
    package let place: TextPlace
}

package struct XMLProblem: Error, Sendable, Equatable {
    /// In the words of libxml2.
    package let message: String
    package let place: TextPlace
}
