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
        let writer = ProjectWriter(source.withAllowedNames(), refusal: surroundings.shellProblem)
        let project = TaskGraph.delegating(writer.delegating())
        let written = project.tasks.filter { $0.delegation == nil || !$0.isUncallable }
        if written.isEmpty, project.unreadable.isEmpty {
            throw ConversionFailure("nothing to convert: no tasks", line: 1, isEmpty: true)
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
        case .justfile: JustReader.project(named: name, bytes, in: surroundings)
        case .makefile: try MakeReader.project(named: name, bytes, in: surroundings)
        case .packageJSON: try PackageScripts(bytes).converted(named: name)
        case .gruntfile: GruntReader.project(named: name, bytes)
        }
    }
}
