/// What becomes of another tool's file.
package struct ProjectConversion: Sendable {
    /// A file to be written.
    package struct File: Sendable {
        /// Its path, relative to the folder of the source file.
        package let path: String
        package let text: String
    }

    /// What the comments begin with that say what could not be converted, after the `#`.
    package static let mark = "TODO devtool"

    /// The devtool.yml, and the files that it includes.
    package let files: [File]
    /// How many tasks they have.
    package let taskCount: Int
    /// How many things could not be converted.
    package let leftoverCount: Int
}

/// What the converter has to know of devtool, and of the files around the source file.
package struct ConversionSurroundings {
    /// What devtool would refuse in a shell line; nil for nothing.
    package let shellProblem: (String) -> String?
    /// The bytes of a file, by its path relative to the folder of the source file; nil where there is none.
    package let read: (String) -> [UInt8]?

    package init(
        shellProblem: @escaping (String) -> String?,
        read: @escaping (String) -> [UInt8]?
    ) {
        self.shellProblem = shellProblem
        self.read = read
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
    /// Converts a file.
    ///
    /// - Parameters:
    ///   - kind: its kind.
    ///   - name: its name, without folders, for the comments that say what is left.
    ///   - bytes: what it has.
    ///   - surroundings: devtool, and the files that it includes.
    /// - Throws: ``ConversionFailure`` for a file that is broken.
    package init(
        of kind: SourceKind, named name: String, _ bytes: [UInt8],
        in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) {
        let units: [ConvertedUnit]
        switch kind {
        case .taskfile:
            units = try TaskfileTree(name, bytes, in: surroundings).converted()
        case .justfile:
            units = try JustTree(name, bytes, in: surroundings).converted()
        case .makefile:
            var reader = try MakeReader(name, bytes, in: surroundings)
            let project = reader.converted()
            units = [ConvertedUnit(path: "devtool.yml", sourceName: name, project: project)]
        case .packageJSON:
            let project = try PackageScripts(bytes).converted()
            units = [ConvertedUnit(path: "devtool.yml", sourceName: name, project: project)]
        case .gruntfile:
            var reader = try GruntReader(bytes, in: surroundings)
            units = [
                ConvertedUnit(path: "devtool.yml", sourceName: name, project: reader.converted())
            ]
        }
        var files: [File] = []
        var leftoverCount = 0
        var hasSettings = false
        let projects = units.map { unit in
            unit.project.withAllowedTaskNames(of: unit.sourceName).withAllowedNames()
                .withDistinctAliases().withoutContradictions().withoutCycles()
        }
        let openNames = projects.map(\.openNames)
        for (index, unit) in units.enumerated() {
            var kept: Set<String> = []
            for (other, names) in openNames.enumerated() where other != index {
                kept.formUnion(names)
            }
            var writer = ProjectWriter(
                projects[index], sourceName: unit.sourceName, keeping: kept,
                shellProblem: surroundings.shellProblem)
            files.append(File(path: unit.path, text: writer.document()))
            leftoverCount += writer.leftoverCount
            hasSettings = hasSettings || !unit.project.settings.isEmpty
        }
        self.files = files
        self.leftoverCount = leftoverCount
        taskCount = units.reduce(0) { $0 + $1.project.tasks.count }
        if taskCount == 0, leftoverCount == 0, !hasSettings {
            throw ConversionFailure("nothing to convert: no tasks", line: 1, isEmpty: true)
        }
    }
}

/// A file that is to be written, before it is text.
struct ConvertedUnit {
    /// Its path, relative to the folder of the source file.
    let path: String
    let sourceName: String
    let project: ConvertedProject
}
