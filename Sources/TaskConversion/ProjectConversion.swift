/// What becomes of another tool's file.
package struct ProjectConversion: Sendable {
    /// A file to be written.
    package struct File: Sendable {
        /// Its path, relative to the folder of the source file.
        package let path: String
        package let text: String
    }

    /// What the comments begin with that say what could not be read, after the `#`.
    package static let mark = "TODO devtool"

    /// The devtool.yml, and the files that it includes.
    package let files: [File]
    /// How many tasks they have.
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
        var units = try Self.units(of: kind, named: name, bytes, in: surroundings)
        for index in units.indices {
            units[index].project = units[index].project.withAllowedNames(
                of: units[index].sourceName)
        }
        func writer(_ unit: ConvertedUnit) -> ProjectWriter {
            let shared = units.filter {
                $0.namespace != unit.namespace && unit.namespace.hasPrefix($0.namespace)
            }
            var rest: [String: Set<String>] = [:]
            for other in units where other.namespace.hasPrefix(unit.namespace) {
                for task in other.project.tasks {
                    let names = task.parameters.filter(\.isRest).map(\.name)
                    rest[other.namespace.dropFirst(unit.namespace.count) + task.name] = Set(names)
                }
            }
            return ProjectWriter(
                unit, sharing: shared.flatMap(\.project.variables), rest: rest,
                refusal: surroundings.shellProblem)
        }
        units = TaskGraph.delegating(units.map { writer($0).delegating() })
        var writers = units.map(writer)
        let tasks = writers.indices.map { writers[$0].tasks() }
        var used: Set<String> = []
        // A variable of the first file may be used by those that it includes.
        files = writers.indices.reversed().map { index in
            let text = writers[index].document(tasks: tasks[index], usedElsewhere: used)
            used.formUnion(writers[index].used)
            return File(path: units[index].path, text: text)
        }.reversed()
        let all = units.flatMap(\.project.tasks)
        taskCount = tasks.reduce(0) { $0 + $1.count }
        delegatedCount = all.count { $0.delegation != nil && !$0.isUncallable }
        runner = units.first?.runner.program ?? ""
        unreadableCount = units.reduce(0) { $0 + $1.project.unreadable.count }
        if taskCount == 0, unreadableCount == 0 {
            throw ConversionFailure("nothing to convert: no tasks", line: 1, isEmpty: true)
        }
    }

    private static func units(
        of kind: SourceKind, named name: String, _ bytes: [UInt8],
        in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) -> [ConvertedUnit] {
        switch kind {
        case .taskfile: try TaskfileTree(name, bytes, in: surroundings).converted()
        case .justfile: try JustTree(name, bytes, in: surroundings).converted()
        case .makefile: [try MakeReader.unit(named: name, bytes, in: surroundings)]
        case .packageJSON: [try PackageScripts(bytes).converted(named: name)]
        case .gruntfile: [try GruntReader.unit(named: name, bytes)]
        }
    }
}
