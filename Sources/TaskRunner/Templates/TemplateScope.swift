package import DevtoolKit

/// The values of the references in the texts of a task.
package struct TemplateScope {
    /// The values of the task's parameters, by their names.
    package var parameters: [String: TaskValue]
    /// The names of all parameters that the task has, those without a value included.
    package var parameterNames: [String]
    /// The value of an environment variable, as the task's programs see it.
    package var environment: (String) -> String?
    /// The names of the variables, for suggestions.
    package var environmentNames: [String]
    /// The settings that `${config.…}` names.
    package var configuration: Configuration
    /// The names of the variables of `vars`.
    var variableNames: Set<String> = []
    /// The value of one of them; nil where it is not known yet.
    var variable: (String) -> TaskValue? = { _ in nil }
    /// Whether a value is what it will be, and not a placeholder, of which nothing can be said.
    var isKnown: (String) -> Bool = { _ in true }
    /// What stands for the value of a reference, such as `env.HOME`, that only a run can know; nil where it is an
    /// error to have none.
    var placeholder: (String) -> String? = { _ in nil }
    /// What `${task.name}` stands for.
    var taskName = ""
    /// What `${project.root}` stands for: the folder of the project's file.
    var root = ""
    /// What `${project.invocation-dir}` stands for: the folder that devtool was started in.
    var invocationFolder = ""
    /// Whether values are known: where they are not yet, only names are checked, and texts come out with
    /// nothing in the places of the values.
    var hasValues = true

    /// Creates a scope.
    package init(
        parameters: [String: TaskValue], parameterNames: [String]? = nil,
        environment: @escaping (String) -> String?, environmentNames: [String] = [],
        configuration: Configuration
    ) {
        self.parameters = parameters
        self.parameterNames = parameterNames ?? parameters.keys.sorted()
        self.environment = environment
        self.environmentNames = environmentNames
        self.configuration = configuration
    }

    /// The scope that checks texts before anything has a value.
    static func names(
        ofParameters names: [String], variables: Set<String>, configuration: Configuration
    ) -> TemplateScope {
        var scope = TemplateScope(
            parameters: [:], parameterNames: names, environment: { _ in "" },
            configuration: configuration)
        scope.variableNames = variables
        scope.hasValues = false
        return scope
    }
}
