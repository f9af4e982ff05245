package import DevtoolKit

/// The values of the references in the texts of a task.
package struct TemplateScope: Sendable {
    /// The values of the task's parameters, by their names.
    package var parameters: [String: String]
    /// The names of all parameters that the task has, those without a value included.
    package var parameterNames: [String]
    /// The value of an environment variable, as the task's programs see it.
    package var environment: @Sendable (String) -> String?
    /// The names of the variables, for suggestions.
    package var environmentNames: [String]
    /// The settings that `${config.…}` names.
    package var configuration: Configuration
    /// Whether values are known: where they are not yet, only names are checked, and texts come out with
    /// nothing in the places of the values.
    var hasValues = true

    /// Creates a scope.
    package init(
        parameters: [String: String], parameterNames: [String]? = nil,
        environment: @escaping @Sendable (String) -> String?, environmentNames: [String] = [],
        configuration: Configuration
    ) {
        self.parameters = parameters
        self.parameterNames = parameterNames ?? parameters.keys.sorted()
        self.environment = environment
        self.environmentNames = environmentNames
        self.configuration = configuration
    }

    /// The scope that checks texts before anything has a value.
    static func names(ofParameters names: [String], configuration: Configuration) -> TemplateScope {
        var scope = TemplateScope(
            parameters: [:], parameterNames: names, environment: { _ in "" },
            configuration: configuration)
        scope.hasValues = false
        return scope
    }
}
