import Scanning

/// What becomes of another tool's file.
package struct ProjectConversion: Sendable {
    /// What the comments begin with that say what could not be read, after the `#`.
    package static let mark = "TODO devtool"

    /// The text of the devtool.yml.
    package let text: String
    /// How many tasks it has.
    package let taskCount: Int
    /// How many of them run their original in its own runner.
    package let delegatedCount: Int
    /// The program that those are left to.
    package let runner: String
    /// How many parts of the source could not be read.
    package let unreadableCount: Int
}

/// What the converter has to know of devtool, and of the files around the source file.
package struct ConversionSurroundings {
    /// What devtool would refuse in a shell line; nil for nothing.
    package let shellProblem: (String) -> String?
    /// The bytes of a file, by its path relative to the folder of the source file; nil where there is none.
    package let read: (String) -> [UInt8]?
    /// Whether a folder exists, by its path relative to that of the source file, which is the empty one.
    package let isFolder: (String) -> Bool

    package init(
        shellProblem: @escaping (String) -> String?,
        read: @escaping (String) -> [UInt8]?, isFolder: @escaping (String) -> Bool = { _ in true }
    ) {
        self.shellProblem = shellProblem
        self.read = read
        self.isFolder = isFolder
    }

    /// The most files that are read where files include others.
    static let fileLimit = 100

    /// A file with variables, which is understood if it is a part of the project, and has nothing now but lines that all
    /// readers of such files take for the same.
    func dotenv(_ path: ConvertedText, isOptional: Bool = true) -> ConvertedDotenv {
        var names: Set<Substring> = []
        let isPlain = path.literal.flatMap(RelativePath.normalized).map { path in
            String(decoding: read(path) ?? [], as: UTF8.self).lines.allSatisfy { line in
                line.wholeMatch(of: /#.*|\s*/) != nil
                    || line.wholeMatch(of: /([A-Za-z_][A-Za-z0-9_]*)=[A-Za-z0-9_.:\/@%+,=-]*/)
                        .map { names.insert($0.1).inserted } ?? false
            }
        }
        let reason = "reads '\(path.skeleton)', which has more than plain lines NAME=value"
        return ConvertedDotenv(
            file: isPlain == true ? path : .unknown(reason), isOptional: isOptional)
    }
}

/// A source file that cannot be read as what its name says.
package struct ConversionFailure: Error, Hashable {
    /// The file, as it is named in the source; nil for the source file itself.
    package var file: String?
    package let line: Int
    package let column: Int
    package let message: String
    /// Whether it is that there is nothing to convert.
    package let isEmpty: Bool

    init(
        _ message: String, line: Int, column: Int = 1, in file: String? = nil, isEmpty: Bool = false
    ) {
        self.isEmpty = isEmpty
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }
}

extension [UInt8] {
    /// The text of a source file, without a byte order mark.
    ///
    /// - Throws: ``ConversionFailure`` for bytes that are not UTF-8.
    func sourceText(in file: String? = nil) throws(ConversionFailure) -> String {
        guard let text = String(validating: self, as: UTF8.self) else {
            let line = split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
                .firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw ConversionFailure("not text in UTF-8", line: (line ?? 0) + 1, in: file)
        }
        return String(text.unicodeScalars.trimmingPrefix { $0 == "\u{FEFF}" })
    }
}

extension ProjectConversion {
    /// Converts a file: a task whose every part is understood has the same calls as before; any other runs its
    /// original in its own runner.
    ///
    /// - Parameters:
    ///   - kind: its kind.
    ///   - name: its name, without folders.
    ///   - bytes: what it has.
    ///   - surroundings: devtool, and the files that it includes.
    /// - Throws: ``ConversionFailure`` for a file that is broken.
    package init(
        of kind: SourceKind, named name: String, _ bytes: [UInt8],
        in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) {
        let source = try Self.project(of: kind, named: name, bytes, in: surroundings)
        var project = source.withAllowedNames()
        // Each time finds out which variables are written out; most files have none.
        var known: Set<String>
        repeat {
            known = project.writtenOut
            project = ProjectWriter(project, refusal: surroundings.shellProblem).delegating()
        } while project.writtenOut != known
        project = TaskGraph.delegating(project)
        let written = project.tasks.filter { $0.delegation == nil || !$0.isUncallable }
        if written.isEmpty {
            let part = project.unreadable.first
            throw ConversionFailure(
                part.map { "cannot be read: \($0.text)" } ?? "nothing to convert: no tasks",
                line: part?.line ?? 1, isEmpty: part == nil)
        }
        var last = ProjectWriter(project, refusal: surroundings.shellProblem)
        text = last.document()
        taskCount = written.count
        delegatedCount = written.count { $0.delegation != nil }
        runner = project.runner.program
        unreadableCount = project.unreadable.count
    }

    private static func project(
        of kind: SourceKind, named name: String, _ bytes: [UInt8],
        in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) -> ConvertedProject {
        switch kind {
        case .taskfile: try TaskfileTree(name, bytes, in: surroundings).converted()
        case .justfile: try JustReader.project(named: name, bytes, in: surroundings)
        case .makefile: try MakeReader.project(named: name, bytes, in: surroundings)
        case .packageJSON: try PackageScripts(bytes).converted(named: name)
        case .gruntfile: GruntReader.project(named: name, bytes)
        }
    }
}
