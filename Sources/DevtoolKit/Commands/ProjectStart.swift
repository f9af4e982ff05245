import SystemPackage

/// The work of `devtool init` without `--from`: looks at what is in the folder, and writes a
/// `devtool.yml` for that.
struct ProjectStart {
    /// Whether nothing is asked: neither for a file to convert, nor because of a project above.
    let isHere: Bool
    let context: Context

    /// Does the work, and reports what was found, what was written and what to run next.
    ///
    /// - Throws: ``ProjectStartError``, ``ProjectConversionError``, `FileError`; what a conversion throws.
    func run() throws {
        let named = context.environment["DEVTOOL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let project = context.path(named ?? ConfigurationFile.name)
        let folder = project.containingFolder.isEmpty ? "." : project.containingFolder
        let other = folder.appending(ConfigurationFile.otherName).lexicallyNormalized()
        try ProjectConversionError.refuseExisting(named == nil ? [project, other] : [project])
        let converter = context.projectConverter
        if !isHere, named == nil {
            try confirmBelowOther()
            let sources = converter?.convertibleFiles(in: folder, context: context) ?? []
            if let source = try chosen(of: sources) {
                return try ProjectConversionWork(source: source, context: context).run()
            }
        }
        let samples = context.plugins.compactMap { $0.sample(in: folder) }
        let checks = samples.map(\.check).filter { !$0.isEmpty }
        let others = samples.flatMap(\.files).map {
            (folder.appending($0.path).lexicallyNormalized(), $0.text)
        }
        for found in samples.compactMap(\.found) { context.console.say("found \(found)") }
        try write([(project, context.configurationText(for: samples))] + others)
        for words in checks + (converter == nil ? [] : [["run"]]) {
            let command = ([context.suiteName] + words).map(Invocation.quoted)
            context.console.say("next: \(command.joined(separator: " "))")
        }
    }

    /// Writes the files; if one of the folders cannot be made, nothing is written.
    private func write(_ files: [(path: FilePath, text: String)]) throws {
        for file in files {
            let folder = file.path.containingFolder
            try folder.createDirectories()
            if !folder.isEmpty, !folder.isDirectory {
                throw FileError.cannotCreate(file.path.string, .notDirectory)
            }
        }
        for (path, text) in files {
            let isNew = try path.createFile(text)
            let name = path.shown(from: context.workingDirectory)
            context.console.say(isNew ? "wrote \(name)" : "\(name) already exists; not changed")
        }
    }

    /// Asks before a second project is started below another one, whose file would no longer count here.
    private func confirmBelowOther() throws {
        guard let other = ConfigurationFile.nearest(to: context.workingDirectory.containingFolder)
        else { return }
        let question = "'\(other.string)' is the configuration of this folder."
        guard context.console.canConfirm else { throw ProjectStartError.projectAbove(question) }
        try context.console.confirm("\(question) Start another project here?")
    }

    /// Asks which file is to be converted.
    ///
    /// - Returns: nil for none of them.
    private func chosen(of sources: [String]) throws -> String? {
        if sources.isEmpty { return nil }
        guard context.console.canConfirm else {
            throw ProjectStartError.convertible(sources, suite: context.suiteName)
        }
        let choices = sources + ["none of them"]
        let lines = choices.enumerated().map { "  \($0.offset + 1)) \($0.element)" }
        let question = "Convert the tasks of which file?\n\(lines.joined(separator: "\n"))\n?"
        while let answer = context.console.ask(question) {
            if let number = Int(answer), choices.indices.contains(number - 1) {
                return number <= sources.count ? sources[number - 1] : nil
            }
            if sources.contains(answer) { return answer }
        }
        throw ProjectStartError.noAnswer
    }
}

extension Context {
    /// The `devtool.yml` for what was found.
    fileprivate func configurationText(for samples: [ProjectSample]) -> String {
        let task = projectConverter?.task(running: samples.map(\.check).filter { !$0.isEmpty })
        let parts = samples.map(\.configuration) + [task ?? ""]
        return
            "# The configuration of \(suiteName): a section for each command that has settings.\n\n"
            + parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The `devtool.yml` for an empty folder.
    var sampleConfiguration: String {
        configurationText(for: plugins.compactMap { $0.sample(in: "/dev/null") })
    }
}

/// Why `devtool init` writes nothing.
enum ProjectStartError: DiagnosableError {
    /// There is a project in a folder above, and no terminal to ask on.
    case projectAbove(String)
    /// There are files to convert, and no terminal to ask on.
    case convertible([String], suite: String)
    /// The terminal's input ended.
    case noAnswer

    var diagnostics: [Diagnostic] {
        switch self {
        case .projectAbove(let sentence):
            [
                Diagnostic(
                    "\(sentence) Nothing was written",
                    hint: "add to that file, or start another project here with --here")
            ]
        case .convertible(let files, let suite):
            [
                Diagnostic(
                    "found \(files.joined(separator: ", ")); nothing was written",
                    hint: "convert the tasks with "
                        + files.map { "'\(suite) init --from \($0)'" }.joined(separator: " or ")
                        + ", or start without them with '\(suite) init --here'")
            ]
        case .noAnswer: [Diagnostic("nothing was written")]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .projectAbove, .convertible: .usage
        case .noAnswer: .problemsFound
        }
    }
}
