package import DevtoolKit

/// One step of a task.
package struct TaskStep: Sendable {
    /// The work of a step.
    package enum Work: Sendable {
        /// Something that is executed.
        case action(TaskAction)
        /// Other tasks, which run concurrently.
        case tasks([TaskReference])
    }

    /// What it does.
    package let work: Work
    /// Whether its command is not shown before it runs.
    package var isSilent = false
    /// Whether a failure counts as a success.
    package var ignoresError = false

    /// What it executes; nil where it runs other tasks.
    package var action: TaskAction? { if case .action(let action) = work { action } else { nil } }
    /// The tasks it runs; none where it executes something.
    package var tasks: [TaskReference] { if case .tasks(let tasks) = work { tasks } else { [] } }
}

/// What a step executes.
package enum TaskAction: Sendable {
    /// A line for a shell.
    case shell(LocatedText)
    /// A script whose first line names its interpreter.
    case script(LocatedText)
    /// A program and its arguments, which no shell reads.
    case program([LocatedText], at: TaskPlace)
    /// A command of the suite, or a plugin, and its arguments.
    case command(name: String, arguments: [LocatedText], at: TaskPlace)
}

/// The shell that runs the shell lines of a task.
package enum Shell: String, CaseIterable, Sendable {
    case sh, bash, dash, zsh, ksh
}

/// A shell, and the options that it gets before each line.
package struct ShellCall: Hashable, Sendable {
    /// The shell.
    package let shell: Shell
    /// The options; the last one makes the next word the line.
    package var options = ["-e", "-c"]

    /// A shell by its name alone, with the usual options, or with other ones, of which the last takes the line.
    init?(words: [String]) {
        guard let shell = words.first.flatMap(Shell.init) else { return nil }
        self.shell = shell
        if words.count == 1 { return }
        // Another option could take the line for its own word.
        guard let last = words.last, last.hasPrefix("-"), last.hasSuffix("c") else { return nil }
        options = Array(words.dropFirst())
    }

    /// What to write for a shell with options.
    static let example = "such as [bash, -euo, pipefail, -c]"

    /// A shell with the usual options.
    init(shell: Shell) { self.shell = shell }

    /// The shell and the options.
    var words: [String] { [shell.rawValue] + options }
}

/// A setting for the commands of a task.
package struct TaskOption: Sendable {
    /// The value of the setting.
    package enum Value: Sendable {
        case text(LocatedText)
        case list([LocatedText])
        case mapping([(name: String, text: LocatedText)])
    }

    /// The key of the setting.
    package let name: String
    /// What it holds.
    package let value: Value
    /// Where the value stands.
    package let place: TaskPlace

    /// Where the value stands, for messages.
    package var location: SourceLocation { place.location }
}

/// A reference to another task.
package struct TaskReference: Sendable {
    /// The name as the file has it.
    package let name: LocatedText
    /// What the task is told.
    package var parameters: [(name: String, value: LocatedValue)]
    /// Which part of a sequence it is in; a part begins when the one before it has gone well.
    package var part = 0
}

/// What must exist for a task to run.
package struct TaskRequirements: Sendable {
    /// Programs, by name or path.
    package var programs: [LocatedText] = []
    /// Environment variables, by name.
    package var variables: [LocatedText] = []
    /// Files, from the folder the task runs in.
    package var files: [LocatedText] = []
}

/// The number of attempts of a task, and the delays between them.
package struct RetryPolicy: Hashable, Sendable {
    /// The most attempts in all.
    package var attempts: Int
    /// How long after the first; twice as long after each further one.
    package var delay: Duration = .seconds(1)
    /// The longest of these times.
    package var maximumDelay: Duration = .seconds(30)

    /// The delay after a failed attempt, counted from 1.
    package func delay(afterAttempt attempt: Int) -> Duration {
        var delay = delay
        for _ in 1..<max(attempt, 1) where delay < maximumDelay { delay += delay }
        return min(delay, maximumDelay)
    }
}
