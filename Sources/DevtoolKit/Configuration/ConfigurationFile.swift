import SystemPackage

/// A `devtool.yml`: its text, so that messages can show lines of it, and its root.
struct ConfigurationFile: Sendable {
    /// The name that is looked for.
    static let name = "devtool.yml"

    let path: FilePath
    /// The root of the document; nil when the file holds nothing.
    let root: YAMLNode?
    /// The path as the user would type it.
    let shownAs: String
    private let lines: [Substring]

    /// Finds the file: the one named explicitly, else the nearest.
    static func locate(explicit: String?, from directory: FilePath) throws -> FilePath {
        if let explicit { return FilePath(explicit).absolute(in: directory) }
        if let nearest = nearest(to: directory) { return nearest }
        throw ConfigurationError(
            Diagnostic(
                "no \(name) in '\(directory)' or any folder above it",
                hint: "name one with --config FILE, or write one: the README shows how"))
    }

    /// The file in a folder, or in the nearest above it that has one.
    static func nearest(to directory: FilePath) -> FilePath? {
        var folder = directory
        repeat {
            let candidate = folder.appending(name)
            if candidate.isFile { return candidate }
        } while folder.removeLastComponent()
        return nil
    }

    /// Reads and parses the file.
    init(path: FilePath, shownAs: String) throws {
        let bytes: [UInt8]
        do {
            bytes = try path.contents()
        } catch {
            throw ConfigurationError(Diagnostic("cannot read '\(shownAs)': \(error)"))
        }
        self.path = path
        self.shownAs = shownAs
        lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        do {
            root = try YAMLParser.parse(bytes)
        } catch {
            throw ConfigurationError(
                Diagnostic(
                    "not valid YAML: \(error.message)",
                    at: Self.location(
                        shownAs, lines: lines, line: error.line, column: error.column)))
        }
    }

    /// The place where a node begins, with its line.
    func location(of node: YAMLNode) -> SourceLocation {
        Self.location(shownAs, lines: lines, line: node.line, column: node.column)
    }

    private static func location(
        _ file: String, lines: [Substring], line: Int, column: Int
    ) -> SourceLocation {
        let text = lines.indices.contains(line - 1) ? String(lines[line - 1]) : ""
        return SourceLocation(
            file: file, line: line, column: column,
            excerpt: SourceExcerpt(line: text, column: column))
    }
}
