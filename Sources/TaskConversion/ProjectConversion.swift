import Scanning

package struct ProjectConversion: Sendable {
    /// The text that marks comments about unread parts, after the `#`.
    package static let mark = "TODO devtool"

    package let text: String
    package let taskCount: Int
    /// The number of tasks that run their original in its own runner.
    package let delegatedCount: Int
    package let runner: String
    package let unreadableCount: Int
}

/// The converter's access to devtool and to other files of the project.
package struct ConversionSurroundings {
    /// Why devtool would reject a shell line, if it would.
    package let shellProblem: (String) -> String?
    /// Reads a file, relative to the folder of the source file.
    package let read: (String) -> [UInt8]?
    /// Whether a folder exists, relative to that of the source file.
    package let isFolder: (String) -> Bool

    package init(
        shellProblem: @escaping (String) -> String?, read: @escaping (String) -> [UInt8]?,
        isFolder: @escaping (String) -> Bool = { _ in true }
    ) {
        self.shellProblem = shellProblem
        self.read = read
        self.isFolder = isFolder
    }

    static let fileLimit = 100

    /// A dotenv file, which is understood if it is in the project and currently has only lines that all readers
    /// interpret in the same way.
    func dotenv(_ path: ConvertedText, isOptional: Bool = true) -> ConvertedDotenv {
        var names: Set<Substring> = []
        let isPlain = path.literal.flatMap(RelativePath.normalized).map { path in
            String(decoding: read(path) ?? [], as: UTF8.self).lines.allSatisfy { line in
                line.wholeMatch(of: /#.*|\s*/) != nil
                    || line.wholeMatch(of: /([A-Za-z_][A-Za-z0-9_]*)=[A-Za-z0-9_.:\/@%+,=-]*/).map {
                        names.insert($0.1).inserted
                    } ?? false
            }
        }
        let reason = "reads '\(path.skeleton)', which contains more than plain NAME=value lines"
        return ConvertedDotenv(file: isPlain == true ? path : .unknown(reason), isOptional: isOptional)
    }
}

package struct ConversionFailure: Error, Hashable {
    package var file: String?
    package let line: Int
    package let column: Int
    package let message: String
    package let isEmpty: Bool

    init(_ message: String, line: Int, column: Int = 1, in file: String? = nil, isEmpty: Bool = false) {
        self.isEmpty = isEmpty
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }
}

extension [UInt8] {
    /// Removes a byte order mark; throws ``ConversionFailure`` for bytes that are not UTF-8.
    func sourceText(in file: String? = nil) throws(ConversionFailure) -> String {
        guard let text = String(validating: self, as: UTF8.self) else {
            let line = split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).firstIndex {
                String(validating: $0, as: UTF8.self) == nil
            }
            throw ConversionFailure("not UTF-8 text", line: (line ?? 0) + 1, in: file)
        }
        return String(text.unicodeScalars.trimmingPrefix { $0 == "\u{FEFF}" })
    }
}

extension ProjectConversion {
    /// Converts a file: a task that is fully understood keeps its behavior; any other runs its original in its own
    /// runner.
    ///
    /// Throws ``ConversionFailure`` for a malformed file.
    package init(of kind: SourceKind, named name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings)
        throws(ConversionFailure)
    {
        let source = try Self.project(of: kind, named: name, bytes, in: surroundings)
        var project = source.withAllowedNames()
        // Repeats because each pass may find variables to inline; most files have none.
        var known: Set<String>
        repeat {
            known = project.writtenOut
            project = ProjectWriter(project, refusal: surroundings.shellProblem).delegating()
        } while project.writtenOut != known
        project = TaskGraph.delegating(project)
        project.separateEnvironment()
        let written = project.tasks.filter { $0.delegation == nil || !$0.isUncallable }
        if written.isEmpty {
            let part = project.unreadable.first
            throw ConversionFailure(
                part.map { "cannot be read: \($0.text)" } ?? "nothing to convert: no tasks", line: part?.line ?? 1,
                isEmpty: part == nil)
        }
        var last = ProjectWriter(project, refusal: surroundings.shellProblem)
        text = last.document()
        taskCount = written.count
        delegatedCount = written.count { $0.delegation != nil }
        runner = project.runner.program
        unreadableCount = project.unreadable.count
    }

    private static func project(
        of kind: SourceKind, named name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) -> ConvertedProject {
        switch kind {
        case .taskfile: try TaskfileTree(name, bytes, in: surroundings).converted()
        case .justfile: try JustReader.project(named: name, bytes, in: surroundings)
        case .makefile: try MakeReader.project(named: name, bytes, in: surroundings)
        case .packageJSON: try PackageScripts(bytes).converted(named: name, in: surroundings)
        case .gruntfile: GruntReader.project(named: name, bytes)
        }
    }
}
