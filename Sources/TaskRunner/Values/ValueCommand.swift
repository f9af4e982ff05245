import DevtoolKit
import SystemPackage

/// A command whose output is the value of a variable.
struct ValueCommand: Hashable, Sendable {
    let words: [String]
    let directory: FilePath
    let shown: String

    /// A placeholder for the value until the command has run.
    var placeholder: String { "$(\(shown))" }
}

/// A variable whose command has to run before the plan is complete.
struct PendingValue: Sendable {
    /// Such as `vars.version`.
    let name: String
    let command: ValueCommand
    let environment: [String: String]
    let place: TaskPlace

    /// Runs the command, and returns its output without trailing line breaks.
    func value(in context: Context, of users: @autoclosure () -> [String]) async throws -> String {
        func failure(_ status: ExitStatus, _ message: String) -> Problem {
            let users = users()
            return Problem(
                status, message, at: place.location, hint: users.isEmpty ? nil : "used by \(users.firstQuoted)")
        }
        var context = context
        context.environment.merge(environment) { $1 }
        guard let program = context.program(named: command.words[0], from: command.directory) else {
            throw failure(.unavailable, "the program '\(command.words[0])' for '\(name)' was not found")
        }
        // The command may run devtool.
        var variables = try context.nestedEnvironment()
        variables.merge(environment.mapValues { $0 }) { $1 }
        variables["PWD"] = command.directory.heldText
        var invocation = Invocation(
            program, Array(command.words.dropFirst()), environment: variables, directory: command.directory)
        invocation.endsWithDevtool = true
        let (termination, output) = try await context.processes.output(of: invocation)
        guard termination == .exited(0) else {
            throw failure(termination.status, "the command for '\(name)' failed: \(termination.status.words)")
        }
        var bytes = output[...]
        while bytes.last == UInt8(ascii: "\n") { bytes = bytes.dropLast() }
        return String(holding: Array(bytes))
    }
}
