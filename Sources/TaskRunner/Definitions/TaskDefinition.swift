import DevtoolKit
import SystemPackage

/// A runnable task: a task without targets, or a target merged with its task's keys.
///
/// A class, because it has too many properties to be copied several times for each of 10,000 tasks.
@dynamicMemberLookup final class TaskDefinition: Sendable {
    /// The full name, such as `web:db:staging`.
    let name: String
    /// The namespace of its file, such as `web`; empty for the project's file.
    let namespace: String
    let place: TaskPlace
    let file: TaskFileScope
    let keys: TaskKeys

    init(_ keys: TaskKeys, name: String, namespace: String, place: TaskPlace, file: TaskFileScope) {
        self.keys = keys
        self.name = name
        self.namespace = namespace
        self.place = place
        self.file = file
    }

    subscript<Value>(dynamicMember key: KeyPath<TaskKeys, Value>) -> Value { keys[keyPath: key] }

    var location: SourceLocation { place.location }
    var configurationFile: FilePath { file.configurationFile }
    var directory: FilePath { file.directory }
    /// Whether it must not be run by mistake.
    var isGrave: Bool { keys.confirmation != nil || keys.commandName == "migrate" }
    /// The variables that its texts may refer to.
    var variableNames: Set<String> {
        file.variableNames.union(keys.variables.map(\.name)).union(keys.steps.compactMap { $0.loop?.name })
    }
}

struct TaskEntry: Sendable {
    let name: String
    let aliases: [String]
    /// The task, or its targets in the order of the file.
    let definitions: [TaskDefinition]
    let description: String?
    let place: TaskPlace

    var location: SourceLocation { place.location }
    /// Whether lists omit it: it is internal, or a part of its name begins with `_`.
    var isHidden: Bool {
        definitions.allSatisfy(\.isInternal) || name.split(separator: ":").contains { $0.hasPrefix("_") }
    }
}
