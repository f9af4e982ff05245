import SystemPackage

/// The JSON Schema in a file beside `devtool.yml`, where a comment in that file leads editors to.
struct EditorSchema {
    static let fileName = ".devtool.schema.json"
    private static let mark = "# yaml-language-server:"
    static let line = "\(mark) $schema=\(fileName)"

    /// The first lines of a new file.
    static func head(in context: Context) -> String {
        "\(line)\n" + (context.documentation.map { "# Documentation: \($0.address)\n" } ?? "")
    }

    let project: FilePath
    let context: Context
    private var path: FilePath { project.containingFolder.appending(Self.fileName).lexicallyNormalized() }

    /// Writes the schema, and the comment unless the file has one for editors.
    func install() throws {
        let old: FileContents
        do { old = try project.versionedContents() } catch {
            throw FileError(reading: project.shown(from: context.workingDirectory), error)
        }
        // A link may lead out of a stranger's project.
        let isFile = (try? path.stat(followTargetSymlink: false).type) == .regular
        try writeSchema(in: isFile ? .any : .free)
        if old.bytes.firstRange(of: Self.mark.utf8) != nil { return }
        try write(Array("\(Self.line)\n".utf8) + old.bytes, to: project, in: .version(old.version))
    }

    /// Writes the schema for a new project, unless there is one.
    func writeIfMissing() throws { if !path.isTaken { try writeSchema(in: .free) } }

    private func writeSchema(in place: AtomicFile.Place) throws {
        try write(Array((context.schema.compactText + "\n").utf8), to: path, in: place)
    }

    private func write(_ bytes: [UInt8], to path: FilePath, in place: AtomicFile.Place) throws {
        try path.write(bytes, in: place)
        context.console.say("wrote \(path.shown(from: context.workingDirectory))")
    }
}
