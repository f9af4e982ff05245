package import DevtoolKit
package import SystemPackage

/// A runnable task: a task without targets, or a target merged with its task's keys.
///
/// A class, because it has too many properties to be copied several times for each of 10,000 tasks.
package final class TaskDefinition: Sendable {
    /// The full name, such as `web:db:staging`.
    package let name: String
    /// The namespace of its file, such as `web`; empty for the project's file.
    package let namespace: String
    package let place: TaskPlace
    package let file: TaskFileScope
    package let description: String?
    package let group: String?
    package let parameters: [TaskParameter]
    package let steps: [TaskStep]
    package let options: [TaskOption]
    package let needs: [TaskReference]
    /// Run after it if it succeeds.
    package let after: [TaskReference]
    /// Run after it in any case.
    package let finally: [TaskReference]
    package let variables: [TaskVariable]
    package let environment: [TaskVariable]
    package let dotenv: [DotenvFile]
    /// Relative to the folder of its file.
    package let dir: LocatedText?
    /// `nil` for the shell of its file.
    package let shell: ShellCall?
    /// A shell line that must succeed, or the task is skipped.
    package let condition: LocatedText?
    package let confirmation: LocatedText?
    let requirements: [TaskKey.Requirement: [LocatedText]]
    package let platforms: [LocatedText]
    package let timeout: Duration?
    package let retry: RetryPolicy?
    /// Used by only one task at a time.
    package let resource: LocatedText?
    package let isInteractive: Bool
    /// Whether its commands are not printed; `nil` for the default of its file.
    package let isSilent: Bool?
    package let isInternal: Bool
    /// Whether its failure counts as success.
    package let ignoresError: Bool
    /// Shell lines that all succeed if it is up to date.
    package let status: [LocatedText]
    package let sources: [LocatedText]
    package let outputs: [LocatedText]
    package let isCached: Bool

    init(_ keys: TaskKeys, name: String, namespace: String, place: TaskPlace, file: TaskFileScope) {
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
        requirements = keys.requirements
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

    package var actions: [TaskAction] { steps.compactMap(\.action) }
    var restParameter: TaskParameter? { parameters.first(where: \.takesRest) }
    package var references: [TaskReference] { needs + steps.flatMap(\.tasks) + after + finally }
    package var location: SourceLocation { place.location }
    package var configurationFile: FilePath { file.configurationFile }
    package var directory: FilePath { file.directory }
    /// The variables that its texts may refer to.
    package var variableNames: Set<String> { file.variableNames.union(variables.map(\.name)) }
}

package struct TaskEntry: Sendable {
    package let name: String
    package let aliases: [String]
    /// The task, or its targets in the order of the file.
    package let definitions: [TaskDefinition]
    package let description: String?
    package let place: TaskPlace

    package var location: SourceLocation { place.location }
    /// Whether lists omit it: it is internal, or a part of its name begins with `_`.
    package var isHidden: Bool {
        definitions.allSatisfy(\.isInternal) || name.split(separator: ":").contains { $0.hasPrefix("_") }
    }
}
