/// A place in a document; line and column count from 1, the column in Unicode scalars.
package struct XMLPlace: Sendable, Hashable {
    package let line: Int
    package let column: Int

    /// Creates a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// An element with all that is in it, and where it stands.
package struct XMLNode: Sendable {
    /// The name without its prefix.
    package let name: String
    /// The namespace, if it is in one.
    package let namespace: String?
    /// Its attributes in the order of the document; declarations of namespaces are none.
    package let attributes: [XMLAttribute]
    /// The elements in it.
    package internal(set) var children: [XMLNode] = []
    /// The text directly in it, in one piece.
    package internal(set) var text = ""
    /// Where its tag begins.
    package let place: XMLPlace

    /// The attribute of a name, in whatever namespace.
    package subscript(name: String) -> XMLAttribute? {
        attributes.first { $0.name == name }
    }
}

/// An attribute of an element, and where it stands.
package struct XMLAttribute: Sendable {
    /// The name without its prefix.
    package let name: String
    /// The namespace; none for a name without a prefix.
    package let namespace: String?
    /// The value, references expanded.
    package let value: String
    /// Where its name begins.
    package let place: XMLPlace
}

/// A mistake in a document.
package struct XMLProblem: Error, Sendable, Equatable {
    /// What is wrong, in libxml2's words.
    package let message: String
    /// Where.
    package let place: XMLPlace
}
