package import DevtoolKit
package import SystemPackage

/// A runnable task: a task without targets, or one target merged with its task's keys.
package struct TaskDefinition: Sendable {
    /// The whole name, as `web:db:staging`.
    package let name: String
    /// The namespace of its file, as `web`; empty at the top.
    package let namespace: String
    /// Where it is defined.
    package let place: TaskPlace
    /// What its file says for all its tasks.
    package let file: TaskFileScope
    /// What it is for.
    package var description: String?
    /// The heading that it stands under in lists.
    package var group: String?
    /// What it can be told.
    package var parameters: [TaskParameter] = []
    /// What it does, in this order.
    package var steps: [TaskStep] = []
    /// The settings that its commands get.
    package var options: [TaskOption] = []
    /// What is run before it.
    package var needs: [TaskReference] = []
    /// What is run after it if it succeeds.
    package var after: [TaskReference] = []
    /// What is run after it, whatever happens.
    package var finally: [TaskReference] = []
    /// Variables for its texts.
    package var variables: [TaskVariable] = []
    /// Variables for its programs.
    package var environment: [TaskVariable] = []
    /// Files with more of them; the later ones win.
    package var dotenv: [DotenvFile] = []
    /// The folder it runs in, from that of its file.
    package var dir: LocatedText?
    /// What reads its lines; nil for the shell of its file.
    package var shell: ShellCall?
    /// A shell line that must succeed, or the task is skipped.
    package var condition: LocatedText?
    /// What is asked before anything is run.
    package var confirmation: LocatedText?
    /// What must be there before anything is run.
    package var requirements = TaskRequirements()
    /// The systems it runs on; none for all.
    package var platforms: [LocatedText] = []
    /// How long an attempt may take.
    package var timeout: Duration?
    /// How often it is tried.
    package var retry: RetryPolicy?
    /// Whether it has the terminal to itself.
    package var isInteractive = false
    /// Whether its commands are not shown before they run; nil for what its file says.
    package var isSilent: Bool?
    /// Whether the command line cannot name it.
    package var isInternal = false
    /// Whether a failure counts as a success.
    package var ignoresError = false
    /// Shell lines that all succeed if it is up to date.
    package var status: [LocatedText] = []
    /// The files that its result depends on, as patterns.
    package var sources: [LocatedText] = []
    /// The files that it makes, as patterns.
    package var outputs: [LocatedText] = []
    /// Whether what it makes is stored, and restored.
    package var isCached = false

    /// What its steps execute, in order.
    package var actions: [TaskAction] { steps.compactMap(\.action) }
    /// All that it names of other tasks.
    package var references: [TaskReference] { needs + steps.flatMap(\.tasks) + after + finally }
    /// Where it is defined, for messages.
    package var location: SourceLocation { place.location }
    /// The file that defines it.
    package var configurationFile: FilePath { file.configurationFile }
    /// The folder of that file.
    package var directory: FilePath { file.directory }
    /// The names of the variables that its texts may name.
    package var variableNames: Set<String> { Set(variables.map(\.name)).union(file.variableNames) }
}

/// A task as written in the file: alone, or with its targets.
package struct TaskEntry: Sendable {
    /// The whole name, as `web:db`.
    package let name: String
    /// Its other names, whole too.
    package let aliases: [String]
    /// What running it runs: the task, or its targets in the order of the file.
    package let definitions: [TaskDefinition]
    /// What it is for.
    package let description: String?
    /// Where it is defined.
    package let place: TaskPlace

    /// Where it is defined, for messages.
    package var location: SourceLocation { place.location }
    /// Whether lists leave it out: it is internal, or its name, or that of a namespace it is in, begins with `_`.
    package var isHidden: Bool {
        definitions.allSatisfy(\.isInternal)
            || name.split(separator: ":").contains { $0.hasPrefix("_") }
    }
}
