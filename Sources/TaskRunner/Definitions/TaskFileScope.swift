import DevtoolKit
package import SystemPackage

/// What a file defines for all of its tasks, and for those of the files that it includes.
package final class TaskFileScope: Sendable {
    package let configurationFile: FilePath
    /// The path as a string, which is a faster key.
    let path: String
    package let directory: FilePath
    /// That of its tasks; empty for the project's file.
    let namespace: String
    /// The scope of the including file; `nil` for the project's file.
    package let outer: TaskFileScope?
    /// The index among all scopes of the run.
    let number: Int
    package let variables: [TaskVariable]
    /// The variables that the including file gives, which have precedence over its own.
    let given: [TaskVariable]
    private let indices: [String: Int]
    /// The variables that strings in the file may refer to, including those of outer scopes.
    let variableNames: Set<String>
    package let environment: [TaskVariable]
    /// `nil` if the file has no `dotenv`; then `.env` next to it is read, if it exists.
    package let dotenv: [DotenvFile]?

    init(
        _ file: FilePath, of include: TaskInclude? = nil, namespace: String = "", within outer: TaskFileScope? = nil,
        number: Int, variables: [TaskVariable] = [], environment: [TaskVariable] = [], dotenv: [DotenvFile]? = nil
    ) {
        configurationFile = file
        path = file.heldText
        directory = include?.directory ?? file.containingFolder
        self.namespace = namespace
        given = include?.variables ?? []
        self.outer = outer
        self.number = number
        self.variables = variables
        indices = Dictionary(zip(variables.lazy.map(\.name), variables.indices)) { first, _ in first }
        variableNames = Set(indices.keys).union(given.map(\.name)).union(outer?.variableNames ?? [])
        self.environment = environment
        self.dotenv = dotenv
    }

    /// The innermost definition of a variable: the scope of its text, and the number of the scope that has it.
    func definition(of name: String) -> (scope: TaskFileScope, variable: TaskVariable, owner: Int)? {
        if let outer, let variable = given.first(where: { $0.name == name }) { return (outer, variable, number) }
        return indices[name].map { (self, variables[$0], number) } ?? outer?.definition(of: name)
    }
}
