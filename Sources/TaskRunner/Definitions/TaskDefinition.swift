package import DevtoolKit
package import SystemPackage

/// A runnable task: a task without targets, or one target merged with its task's keys.
///
/// It is passed on by reference: it has too many parts to be copied for each of 10,000 tasks several times.
package final class TaskDefinition: Sendable {
    /// The whole name, as `web:db:staging`.
    package let name: String
    /// The namespace of its file, as `web`; empty at the top.
    package let namespace: String
    /// Where it is defined.
    package let place: TaskPlace
    /// What its file says for all its tasks.
    package let file: TaskFileScope
    /// What it is for.
    package let description: String?
    /// The heading that it stands under in lists.
    package let group: String?
    /// What it can be told.
    package let parameters: [TaskParameter]
    /// What it does, in this order.
    package let steps: [TaskStep]
    /// The settings that its commands get.
    package let options: [TaskOption]
    /// What is run before it.
    package let needs: [TaskReference]
    /// What is run after it if it succeeds.
    package let after: [TaskReference]
    /// What is run after it, whatever happens.
    package let finally: [TaskReference]
    /// Variables for its texts.
    package let variables: [TaskVariable]
    /// Variables for its programs.
    package let environment: [TaskVariable]
    /// Files with more of them; the later ones win.
    package let dotenv: [DotenvFile]
    /// The folder it runs in, from that of its file.
    package let dir: LocatedText?
    /// What reads its lines; nil for the shell of its file.
    package let shell: ShellCall?
    /// A shell line that must succeed, or the task is skipped.
    package let condition: LocatedText?
    /// What is asked before anything is run.
    package let confirmation: LocatedText?
    /// What must be there before anything is run.
    package let requirements: TaskRequirements
    /// The systems it runs on; none for all.
    package let platforms: [LocatedText]
    /// How long an attempt may take.
    package let timeout: Duration?
    /// How often it is tried.
    package let retry: RetryPolicy?
    /// What it uses that only one task may use at a time.
    package let resource: LocatedText?
    /// Whether it has the terminal to itself.
    package let isInteractive: Bool
    /// Whether its commands are not shown before they run; nil for what its file says.
    package let isSilent: Bool?
    /// Whether the command line cannot name it.
    package let isInternal: Bool
    /// Whether a failure counts as a success.
    package let ignoresError: Bool
    /// Shell lines that all succeed if it is up to date.
    package let status: [LocatedText]
    /// The files that its result depends on, as patterns.
    package let sources: [LocatedText]
    /// The files that it makes, as patterns.
    package let outputs: [LocatedText]
    /// Whether what it makes is stored, and restored.
    package let isCached: Bool

    /// Makes a task of the keys that the file has for it.
    init(
        _ keys: TaskKeys, name: String, namespace: String, place: TaskPlace, file: TaskFileScope
    ) {
        self.name = name
        self.namespace = namespace
        self.place = place
        self.file = file
        description = keys.description
        group = keys.group
        parameters = keys.parameters
        steps = keys.action?.steps ?? []
        options = keys.options
        needs = keys.needs ?? []
        after = keys.after ?? []
        finally = keys.finally ?? []
        variables = keys.taskVariables
        environment = keys.environment
        dotenv = keys.dotenv ?? []
        dir = keys.dir
        shell = keys.shell
        condition = keys.condition
        confirmation = keys.confirmation
        requirements = TaskRequirements(
            programs: keys.programs ?? [], variables: keys.variables ?? [], files: keys.files ?? [])
        platforms = keys.platforms ?? []
        timeout = keys.timeout
        retry = keys.retry
        resource = keys.resource
        isInteractive = keys.isInteractive ?? false
        isSilent = keys.isSilent
        isInternal = keys.isInternal ?? false
        ignoresError = keys.ignoresError ?? false
        status = keys.status ?? []
        sources = keys.sources ?? []
        outputs = keys.outputs ?? []
        isCached = keys.isCached ?? false
    }

    /// What its steps execute, in order.
    package var actions: [TaskAction] { steps.compactMap(\.action) }
    /// The parameter that takes all words that are left.
    var restParameter: TaskParameter? { parameters.first(where: \.takesRest) }
    /// All that it names of other tasks.
    package var references: [TaskReference] { needs + steps.flatMap(\.tasks) + after + finally }
    /// Where it is defined, for messages.
    package var location: SourceLocation { place.location }
    /// The file that defines it.
    package var configurationFile: FilePath { file.configurationFile }
    /// The folder of that file.
    package var directory: FilePath { file.directory }
    /// The names of the variables that its texts may name.
    package var variableNames: Set<String> { file.variableNames.union(variables.map(\.name)) }
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
