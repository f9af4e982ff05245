import Reporting
package import SystemPackage
import XML

/// The folder of Liquibase's schemas, unpacked from its jar; each is read once.
package final class SchemaFolder {
    private let path: FilePath?
    private var schemas: [String: XMLSchema?] = [:]
    /// The names of all elements that the schemas have, found when first asked for.
    private lazy var elements: Set<String> = path.map(Self.elementNames) ?? []

    /// Creates a folder.
    ///
    /// - Parameter path: where the files lie, by their names; nil where there is no Liquibase.
    package init(_ path: FilePath?) {
        self.path = path
    }

    /// Whether there are schemas at all.
    var isThere: Bool { path != nil }

    /// The schema in a file; nil where there is none.
    func schema(_ name: String) -> XMLSchema? {
        if let known = schemas[name] { return known }
        var schema: XMLSchema?
        if let path, let component = FilePath.Component(name), component.kind == .regular,
            let bytes = try? path.appending(component).contents()
        {
            schema = try? XMLSchema(bytes)
        }
        schemas[name] = .some(schema)
        return schema
    }

    /// Whether any of the schemas has an element of that name: a release may know changes that the lint
    /// does not.
    func knows(element: String) -> Bool { elements.contains(element) }

    private static func elementNames(in folder: FilePath) -> Set<String> {
        var names: Set<String> = []
        for file in folder.entryNames() where file.hasSuffix(".xsd") {
            guard let bytes = try? folder.appending(file).contents(),
                let root = try? XMLDocument(bytes).root
            else { continue }
            // Changes are declared at the top; parts of them, as `column`, too, which does no harm.
            for child in root.children where child.name == "element" {
                if let name = child["name"]?.value { names.insert(name) }
            }
        }
        return names
    }
}
