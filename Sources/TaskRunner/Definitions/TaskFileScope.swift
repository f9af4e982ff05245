import DevtoolKit
package import SystemPackage

/// What a file with tasks says for all of its tasks, and for those of the files it includes.
package final class TaskFileScope: Sendable {
    /// The file.
    package let configurationFile: FilePath
    /// Its path as text: a path is made into its names to be looked up.
    let path: String
    /// The file's folder.
    package let directory: FilePath
    /// The scope of the file that includes it; nil for the project's file.
    package let outer: TaskFileScope?
    /// How many scopes of the run were made before it.
    let number: Int
    /// `vars`.
    package let variables: [TaskVariable]
    /// Where each name is among them.
    private let indices: [String: Int]
    /// The names of all variables that a text of the file may name.
    let variableNames: Set<String>
    /// `env`.
    package let environment: [TaskVariable]
    /// `dotenv`; nil for a `.env` beside the file, if there is one.
    package let dotenv: [DotenvFile]?

    /// Creates the scope of a file.
    package init(
        _ file: FilePath, within outer: TaskFileScope? = nil, number: Int,
        variables: [TaskVariable] = [],
        environment: [TaskVariable] = [], dotenv: [DotenvFile]? = nil
    ) {
        configurationFile = file
        path = file.heldText
        directory = file.containingFolder
        self.outer = outer
        self.number = number
        self.variables = variables
        indices = Dictionary(zip(variables.lazy.map(\.name), variables.indices)) { first, _ in first
        }
        variableNames = Set(indices.keys).union(outer?.variableNames ?? [])
        self.environment = environment
        self.dotenv = dotenv
    }

    /// The scope that defines a variable: the innermost one that does.
    func definition(of name: String) -> (scope: TaskFileScope, variable: TaskVariable)? {
        indices[name].map { (self, variables[$0]) } ?? outer?.definition(of: name)
    }
}
