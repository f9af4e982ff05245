package import DevtoolKit

package struct TaskStep: Sendable {
    package enum Work: Sendable {
        case action(TaskAction)
        /// Other tasks, which run concurrently.
        case tasks([TaskReference])
    }

    package let work: Work
    /// The variable that has each of the values in turn, if the step runs once for each.
    package var loop: (name: String, values: LocatedValue)?
    package var isSilent = false
    package var ignoresError = false

    package var action: TaskAction? { if case .action(let action) = work { action } else { nil } }
    package var tasks: [TaskReference] { if case .tasks(let tasks) = work { tasks } else { [] } }

    /// The texts with references, outside shell lines.
    var texts: [LocatedText] {
        let own: [LocatedText] =
            switch work {
            case .action(.shell), .action(.script): []
            case .action(.program(let words, _)), .action(.command(_, let words, _)): words
            case .tasks(let references): references.flatMap(\.texts)
            }
        return own + (loop?.values.texts ?? [])
    }

    var lines: [LocatedText] { if case .action(.shell(let line)) = work { [line] } else { [] } }
}

package enum TaskAction: Sendable {
    case shell(LocatedText)
    case script(LocatedText)
    case program([LocatedText], at: TaskPlace)
    /// A built-in command or a plugin, and its arguments.
    case command(name: String, arguments: [LocatedText], at: TaskPlace)
}

package enum ShellName: String, CaseIterable, Sendable { case sh, bash, dash, zsh, ksh }

/// A shell, and the options before each line.
package struct ShellCall: Hashable, Sendable {
    package let shell: ShellName
    /// The last one makes the shell read the next word as the line.
    package var options = ["-e", "-c"]

    /// A shell with default options, or with options, the last of which takes the line; `nil` if the words are neither.
    init?(words: [String]) {
        guard let shell = words.first.flatMap(ShellName.init) else { return nil }
        self.shell = shell
        if words.count == 1 { return }
        // Any other option could take the line as its own value.
        guard let last = words.last, last.hasPrefix("-"), last.hasSuffix("c") else { return nil }
        options = Array(words.dropFirst())
    }

    static let example = "such as [bash, -euo, pipefail, -c]"

    init(shell: ShellName) { self.shell = shell }

    var words: [String] { [shell.rawValue] + options }
}

package struct TaskOption: Sendable {
    package enum Value: Sendable {
        case text(LocatedText)
        case list([LocatedText])
        case mapping([(name: String, text: LocatedText)])
    }

    package let name: String
    package let value: Value
    package let place: TaskPlace

    package var location: SourceLocation { place.location }

    var texts: [LocatedText] {
        switch value {
        case .text(let text): [text]
        case .list(let items): items
        case .mapping(let pairs): pairs.map(\.text)
        }
    }
}

package struct TaskReference: Sendable {
    package let name: LocatedText
    package var parameters: [(name: String, value: LocatedValue)]
    /// The index of its part in a sequence; a part starts when the previous one has succeeded.
    package var part = 0

    var texts: [LocatedText] { parameters.flatMap { $0.value.texts } }
    var isPattern: Bool { TaskPattern(name.text) != nil }
}

package struct RetryPolicy: Hashable, Sendable {
    /// Including the first one.
    package var attempts: Int
    /// The delay after the first attempt; it doubles after each later one.
    package var delay: Duration = .seconds(1)
    package var maximumDelay: Duration = .seconds(30)

    package func delay(afterAttempt attempt: Int) -> Duration {
        var delay = delay
        for _ in 1..<max(attempt, 1) where delay < maximumDelay { delay += delay }
        return min(delay, maximumDelay)
    }
}
