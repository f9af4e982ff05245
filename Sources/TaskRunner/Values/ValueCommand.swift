import DevtoolKit
import SystemPackage

/// A command whose output is the value of a variable.
struct ValueCommand: Hashable, Sendable {
    /// The program and its arguments.
    let words: [String]
    /// Where it runs.
    let directory: FilePath
    /// The command as somebody would type it.
    let shown: String

    /// What stands for the value before the command has run.
    var placeholder: String { "$(\(shown))" }
}

/// A variable whose command has to run before a plan can be made.
struct PendingValue: Sendable {
    /// The variable, as `vars.version`.
    let name: String
    let command: ValueCommand
    /// Variables for the command.
    let environment: [String: String]
    /// Where it is defined.
    let place: TaskPlace

    /// Runs the command.
    ///
    /// - Returns: what it prints, without the line breaks at its end.
    /// - Throws: ``ValueCommandError``; as ``ProcessRunner/output(of:)``.
    func value(in context: Context) async throws -> String {
        var context = context
        context.environment.merge(environment) { $1 }
        guard let program = context.program(named: command.words[0], from: command.directory)
        else {
            throw ValueCommandError(
                message: "the program '\(command.words[0])' of '\(name)' was not found",
                location: place.location, exitStatus: .unavailable)
        }
        // One that runs devtool shall not do so endlessly.
        var variables = try NestedRun.environment(in: context)
        variables.merge(environment.mapValues { $0 }) { $1 }
        variables["PWD"] = command.directory.heldText
        var invocation = Invocation(
            program, Array(command.words.dropFirst()), environment: variables,
            directory: command.directory)
        invocation.endsWithDevtool = true
        let (termination, output) = try await context.processes.output(of: invocation)
        guard termination == .exited(0) else {
            throw ValueCommandError(
                message: "the command of '\(name)' failed: \(termination.status.words)",
                location: place.location, exitStatus: termination.status)
        }
        var bytes = output[...]
        while bytes.last == UInt8(ascii: "\n") { bytes = bytes.dropLast() }
        return String(holding: Array(bytes))
    }
}

/// The command of a variable cannot be run, or fails.
struct ValueCommandError: DiagnosableError {
    let message: String
    let location: SourceLocation
    /// That of the command; 69 where its program is missing.
    let exitStatus: ExitStatus
    /// The tasks of the run that use the variable.
    var users: [String] = []

    var diagnostics: [Diagnostic] {
        [
            Diagnostic(
                message, at: location, hint: users.isEmpty ? nil : "used by \(users.firstQuoted)")
        ]
    }
}
