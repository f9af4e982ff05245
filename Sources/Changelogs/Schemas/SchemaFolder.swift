import Files
import Reporting
package import SystemPackage
import XML

/// The folder with Liquibase's schemas, extracted from its jar; each is read once.
package final class SchemaFolder {
    private let path: FilePath?
    private var schemas: [String: XMLSchema?] = [:]
    private lazy var elements: Set<String> = path.map(Self.elementNames) ?? []

    /// `path` is `nil` if Liquibase is not available.
    package init(_ path: FilePath?) { self.path = path }

    var isThere: Bool { path != nil }

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

    /// Whether any schema has the element: a release may have changes that devtool does not know.
    func knows(element: String) -> Bool { elements.contains(element) }

    private static func elementNames(in folder: FilePath) -> Set<String> {
        var names: Set<String> = []
        for file in folder.entryNames() where file.hasSuffix(".xsd") {
            guard let bytes = try? folder.appending(file).contents(), let root = try? XMLDocument(bytes).root else {
                continue
            }
            // Changes are top-level elements; so are some parts such as `column`, which does not matter.
            for child in root.children where child.name == "element" {
                if let name = child["name"]?.value { names.insert(name) }
            }
        }
        return names
    }
}
