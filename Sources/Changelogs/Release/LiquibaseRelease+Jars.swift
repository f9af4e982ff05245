import Scanning

package import Files

extension LiquibaseRelease {
    /// Reads the declarations in jars; the first jar with a class wins.
    ///
    /// A jar lists the classes of its changes in `META-INF/services`. The name of a change is in the annotation
    /// `@DatabaseChange` of its class or a superclass, and its attributes are the class's properties
    /// (`AbstractChange.createChangeMetaData`).
    ///
    /// `version` is from Liquibase's own jar, which is one of `jars`.
    package init(version: String?, jars: [ZipArchive]) {
        self.version = version.flatMap { LiquibaseVersion($0) }
        let classes = JarClasses(jars)
        // Properties that Liquibase itself sets.
        let foreign = classes.named("liquibase.change.AbstractChange")?.settable ?? []
        for name in classes.services("liquibase.change.Change") {
            guard let change = classes.named(name),
                let title = change.annotations["Lliquibase/change/DatabaseChange;"]?["name"]
            else {
                isIncomplete = true
                continue
            }
            changes[title, default: []].formUnion(change.settable.subtracting(foreign))
        }
        for name in classes.services("liquibase.precondition.Precondition") {
            guard let precondition = classes.named(name) else {
                isIncomplete = true
                continue
            }
            preconditionTexts.formUnion(precondition.texts.filter(Self.isName))
        }
        columnAttributes = classes.properties(of: [
            "liquibase.change.ColumnConfig", "liquibase.change.AddColumnConfig",
            "liquibase.change.core.LoadDataColumnConfig",
        ])
        constraintAttributes = classes.properties(of: ["liquibase.change.ConstraintsConfig"])
    }

    private static func isName(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isASCIILetter) }
}

private struct JarClasses {
    private let jars: [ZipArchive]
    private var places: [String: (jar: ZipArchive, entry: ZipArchive.Entry)] = [:]

    private static let sizeLimit = 1 << 20

    init(_ jars: [ZipArchive]) {
        self.jars = jars
        for jar in jars {
            for entry in jar.entries where entry.kind == .file {
                guard let name = entry.name, name.hasSuffix(".class"), places[name] == nil else { continue }
                places[name] = (jar, entry)
            }
        }
    }

    /// The classes that the jars list for a service (`java.util.ServiceLoader`).
    func services(_ name: String) -> [String] {
        jars.flatMap { jar -> [String] in
            guard let bytes = try? jar.contents(of: "META-INF/services/\(name)", limit: Self.sizeLimit) else {
                return []
            }
            return String(decoding: bytes, as: UTF8.self).javaLines.map {
                $0.prefix { $0 != "#" }.filter { !$0.isWhitespace }
            }.filter { !$0.isEmpty }
        }
    }

    /// A class with the declarations of its superclasses; `nil` if it is not found.
    func named(_ name: String) -> ClassFile? {
        let path = String(name.map { $0 == "." ? "/" : $0 })
        guard var named = file(path) else { return nil }
        var seen: Set = [path]
        var next = named.parent
        while let path = next, seen.insert(path).inserted, let base = file(path) {
            named.inherit(from: base)
            next = base.parent
        }
        return named
    }

    func properties(of names: [String]) -> Set<String> { Set(names.compactMap(named).flatMap(\.properties)) }

    private func file(_ path: String) -> ClassFile? {
        guard let (jar, entry) = places[path + ".class"], entry.size <= Self.sizeLimit else { return nil }
        var bytes: [UInt8] = []
        guard (try? jar.unpack(entry) { bytes += $0 }) != nil else { return nil }
        return try? ClassFile(bytes)
    }
}
