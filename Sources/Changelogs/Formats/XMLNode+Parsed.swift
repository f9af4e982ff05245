import XML

extension ParsedNode {
    static let ownNamespace = "http://www.liquibase.org/xml/ns/dbchangelog"
    /// The namespace of changes that require a license.
    static let licensedNamespace = "http://www.liquibase.org/xml/ns/pro"

    /// Attributes become child nodes.
    package init(_ element: XMLNode) {
        name = element.name
        value = element.text.allSatisfy(\.isWhitespace) ? nil : element.text
        place = element.place
        namespace = element.namespace
        children =
            element.attributes.map { attribute in
                ParsedNode(name: attribute.name, value: attribute.value, children: [], place: attribute.place)
            } + element.children.map(ParsedNode.init)
    }
}
