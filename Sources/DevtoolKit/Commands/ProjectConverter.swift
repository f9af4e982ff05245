package import SystemPackage

/// Turns another tool's file into a `devtool.yml`, for `devtool init --from`.
package struct ProjectConverter: Sendable {
    /// The names of the files in a folder that it can convert, in alphabetical order.
    package let files: @Sendable (_ folder: FilePath, Context) throws -> [String]

    /// The key `tasks` of `devtool.yml`, as lines of YAML, with a task `default` that runs commands of the suite, each
    /// a list of words; without commands, the task shows what a task is.
    package let task: @Sendable (_ commands: [[String]]) -> String

    /// Converts a file, whose path the user wrote as `name`, without writing anything.
    ///
    /// Throws a `DiagnosableError` if the file cannot be read or is malformed.
    package let convert: @Sendable (_ file: FilePath, _ name: String, Context) throws -> ConvertedFile

    package init(
        files: @escaping @Sendable (FilePath, Context) throws -> [String],
        task: @escaping @Sendable ([[String]]) -> String,
        convert: @escaping @Sendable (FilePath, String, Context) throws -> ConvertedFile
    ) {
        self.files = files
        self.task = task
        self.convert = convert
    }
}

package struct ConvertedFile: Sendable {
    package let text: String
    package let taskCount: Int
    /// The number of tasks that run their original in its own runner.
    package let delegatedCount: Int
    package let runner: String
    /// The number of parts of the source that could not be read.
    package let unreadableCount: Int
    /// The text that marks unread parts in the result.
    package let mark: String

    package init(text: String, taskCount: Int, delegatedCount: Int, runner: String, unreadableCount: Int, mark: String)
    {
        self.text = text
        self.taskCount = taskCount
        self.delegatedCount = delegatedCount
        self.runner = runner
        self.unreadableCount = unreadableCount
        self.mark = mark
    }
}

extension Context {
    /// Throws `ExitStatus.problemsFound` if a part could not be read or the result has errors.
    func convertToProject(_ source: String) throws {
        guard let converter = projectConverter else {
            throw Problem(.usage, "no command in this suite can convert files")
        }
        let file = path(source)
        let converted = try converter.convert(file, source, self)
        let folder = file.containingFolder
        let output = folder.appending(ConfigurationFile.name)
        // A second file with the other name would be ambiguous.
        try FileError.refuseExisting([output, folder.appending(ConfigurationFile.otherName)])
        try output.write(Array("\(EditorSchema.head(in: self))\(converted.text)".utf8), in: .free)
        console.say("wrote \(output.string)")
        try EditorSchema(project: output, context: self).writeIfMissing()
        let errors = errors(in: output)
        errors.forEach(console.report)
        console.say(converted.summary(of: source, errorCount: errors.count))
        if converted.unreadableCount > 0 || !errors.isEmpty { throw ExitStatus.problemsFound }
    }

    private func errors(in file: FilePath) -> [Diagnostic] {
        do {
            var reading = try configurationReading(of: file)
            reading.add(findings(in: reading))
            return reading.findings.filter { $0.severity == .error }
        } catch let error as any DiagnosableError { return error.diagnostics } catch { return [Diagnostic("\(error)")] }
    }
}

extension ConvertedFile {
    fileprivate func summary(of source: String, errorCount: Int) -> String {
        func count(_ number: Int, _ one: String, _ several: String) -> String {
            number == 1 ? "1 \(one)" : "\(number) \(several)"
        }
        let tasks = count(taskCount, "task", "tasks")
        var summary = "\(tasks) converted"
        if delegatedCount > 0 {
            let name = FilePath(source).lastComponent?.string ?? source
            summary =
                "\(tasks): \(taskCount - delegatedCount) converted, "
                + "\(delegatedCount) delegated to \(runner) (keep the \(name))"
        }
        if errorCount > 0 { summary += "; \(count(errorCount, "error", "errors")) in the result" }
        if unreadableCount > 0 {
            let parts = count(unreadableCount, "part", "parts")
            summary += "; \(parts) could not be read: search for '\(mark)'"
        }
        return summary
    }
}
