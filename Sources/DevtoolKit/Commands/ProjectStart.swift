import SystemPackage

extension Context {
    /// `devtool init` without `--from`.
    func startProject(isHere: Bool) throws {
        let named = environment["DEVTOOL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let project = path(named ?? ConfigurationFile.name)
        let folder = project.containingFolder.isEmpty ? "." : project.containingFolder
        let other = folder.appending(ConfigurationFile.otherName).lexicallyNormalized()
        try FileError.refuseExisting(named == nil ? [project, other] : [project])
        if !isHere, named == nil {
            try confirmBelowOther()
            if let source = try chosenSource(in: folder) { return try convertToProject(source) }
        }
        let samples = try plugins.compactMap { try $0.sample(in: folder) }
        for found in samples.compactMap(\.found) { console.say("found \(found)") }
        try write("\(EditorSchema.head(in: self))\(configurationText(for: samples))", to: project)
        try EditorSchema(project: project, context: self).writeIfMissing()
        for (path, text) in samples.flatMap(\.files) {
            try write(text, to: folder.appending(path).lexicallyNormalized())
        }
        let checks = samples.map(\.check) + (projectConverter == nil ? [] : [["run"]])
        for words in checks where !words.isEmpty {
            let command = ([suiteName] + words).map(Invocation.quoted)
            console.say("next: \(command.joined(separator: " "))")
        }
    }

    private func write(_ text: String, to path: FilePath) throws {
        try path.containingFolder.createDirectories()
        try path.write(Array(text.utf8), in: .free)
        console.say("wrote \(path.shown(from: workingDirectory))")
    }

    /// Asks before shadowing the project of a folder above, whose file would no longer apply here.
    private func confirmBelowOther() throws {
        guard let other = ConfigurationFile.nearest(to: workingDirectory.containingFolder) else { return }
        let question = "'\(other.string)' already configures this folder."
        guard console.canConfirm else {
            throw Problem(
                .usage, "\(question) Nothing was written",
                hint: "add to that file, or start another project here with --here")
        }
        try console.confirm("\(question) Start another project here?")
    }

    /// Asks which file of another tool to convert; `nil` for none.
    private func chosenSource(in folder: FilePath) throws -> String? {
        let sources = try projectConverter?.files(folder, self) ?? []
        if sources.isEmpty { return nil }
        guard console.canConfirm else {
            let commands = sources.map { "'\(suiteName) init --from \($0)'" }
            throw Problem(
                .usage, "found \(sources.firstQuoted); nothing was written",
                hint: "convert the tasks with \(commands.joined(separator: " or ")), "
                    + "or start without them with '\(suiteName) init --here'")
        }
        let choices = sources + ["none of them"]
        let lines = choices.enumerated().map { "  \($0.offset + 1)) \($0.element)" }
        let question = "Which file's tasks should be converted?\n\(lines.joined(separator: "\n"))\n?"
        while let answer = console.ask(question) {
            if let number = Int(answer), choices.indices.contains(number - 1) {
                return number <= sources.count ? sources[number - 1] : nil
            }
            if sources.contains(answer) { return answer }
        }
        throw Problem(.problemsFound, "nothing was written")
    }

    private func configurationText(for samples: [ProjectSample]) -> String {
        let task = projectConverter?.task(samples.map(\.check).filter { !$0.isEmpty })
        let parts = samples.map(\.configuration) + [task ?? ""]
        return "# Configuration of \(suiteName), with a section for each command that has settings.\n\n"
            + parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    var sampleConfiguration: String { configurationText(for: plugins.compactMap { try? $0.sample(in: "/dev/null") }) }
}
