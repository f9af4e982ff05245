import DevtoolKit
import Shell
import SystemPackage
import TaskConversion

extension RunCommand {
    static func convertibleFiles(in folder: FilePath, context: Context) throws -> [String] {
        try folder.namesToRecognize().filter { name in
            // These are parts of makefiles and justfiles.
            guard !name.hasSuffix(".mk"), !name.hasSuffix(".just"), SourceKind(fileName: name) != nil,
                case let file = folder.appending(name), file.isFile
            else { return false }
            do {
                _ = try convert(file, shownAs: name, in: context)
                return true
            } catch is SourceWithoutTasks {} catch let error as any DiagnosableError {
                for var problem in error.diagnostics {
                    problem.severity = .warning
                    context.console.report(problem)
                }
            }
            return false
        }
    }

    static func task(running commands: [[String]]) -> String {
        let steps = commands.map { words in
            let arguments = words.dropFirst().map { YAMLText.scalar($0.replacing("$", with: "$$")) }
            return "      - {\(words[0]): [\(arguments.joined(separator: ", "))]}\n"
        }
        let content =
            steps.isEmpty
            ? "    run: echo \"Write your own commands here\"\n"
            : "    description: Review what 'init' found\n    run:\n" + steps.joined()
        return "tasks:                              # devtool run TASK\n"
            + "  default:                          # runs if no task is named\n" + content
    }

    static func convert(_ file: FilePath, shownAs name: String, in context: Context) throws -> ConvertedFile {
        guard let fileName = file.lastComponent?.string, let kind = SourceKind(fileName: fileName) else {
            throw Problem(.usage, "cannot convert '\(name)': unknown file type", hint: "known: \(SourceKind.names)")
        }
        let bytes = try file.source(shownAs: name)
        let folder = file.containingFolder
        // A link must not lead out of the project.
        let project = (folder.isEmpty ? "." : folder).resolved
        let surroundings = ConversionSurroundings(
            shellProblem: ShellTemplate.problem(with:),
            read: { path in
                let path = folder.pushing(FilePath(path))
                guard let project, path.resolved?.starts(with: project) == true else { return nil }
                return try? path.source(shownAs: path.string)
            }, isFolder: { path in path.isEmpty || folder.pushing(FilePath(path)).isDirectory })
        do throws(ConversionFailure) {
            let conversion = try ProjectConversion(of: kind, named: fileName, bytes, in: surroundings)
            return ConvertedFile(
                text: conversion.text, taskCount: conversion.taskCount, delegatedCount: conversion.delegatedCount,
                runner: conversion.runner, unreadableCount: conversion.unreadableCount, mark: ProjectConversion.mark)
        } catch {
            let place = error.file.map { folder.pushing(FilePath($0)).string } ?? name
            let problem = Diagnostic(
                error.message, at: SourceLocation(file: place, line: error.line, column: error.column))
            throw error.isEmpty ? SourceWithoutTasks(diagnostics: [problem]) : Problem(.badData, [problem])
        }
    }
}

private struct SourceWithoutTasks: DiagnosableError {
    let diagnostics: [Diagnostic]
    var exitStatus: ExitStatus { .badData }
}

extension FilePath {
    /// The size of the largest file to convert, in bytes.
    private static let limit = 1 << 20

    /// The contents of a file to convert.
    fileprivate func source(shownAs name: String) throws -> [UInt8] {
        let bytes: [UInt8]
        do { bytes = try contents(upTo: Self.limit) } catch InputError.tooLarge(let limit) {
            throw Problem(.badData, "cannot convert '\(name)': it is larger than \(limit) bytes")
        } catch { throw FileError(reading: name, error) }
        guard let zero = bytes.firstIndex(of: 0) else { return bytes }
        let line = bytes[..<zero].count { $0 == UInt8(ascii: "\n") } + 1
        throw Problem(
            .badData, "a string cannot contain a zero byte", at: SourceLocation(file: name, line: line, column: 1))
    }
}

extension ShellTemplate {
    /// Why a line cannot be a step; `nil` if it can.
    fileprivate static func problem(with line: String) -> String? {
        if line.utf8.count > ShellObstacle.longestArgument { return "the line is too long" }
        for case .failure(let message, _, _) in ShellTemplate(line).pieces { return message }
        return nil
    }
}
