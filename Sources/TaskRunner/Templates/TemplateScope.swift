package import DevtoolKit

/// The values for references in the strings of a task.
package struct TemplateScope {
    package var parameters: [String: TaskValue]
    /// Including those without a value.
    package var parameterNames: [String]
    /// As the task's programs see it.
    package var environment: (String) -> String?
    package var environmentNames: [String]
    package var configuration: Configuration
    /// The environment variables that texts cannot contain.
    private(set) var secretNames: Set<String> = []
    var variableNames: Set<String> = []
    /// Where the names come from, for a message.
    private(set) var origin = ""
    /// `nil` if the value is not known yet.
    var variable: (String) -> TaskValue? = { _ in nil }
    /// False for placeholders, which cannot be checked.
    var isKnown: (String) -> Bool = { _ in true }
    /// A placeholder for a value that only a run can know; if `nil`, a missing value is an error.
    var placeholder: (String) -> String? = { _ in nil }
    var taskName = ""
    var root = ""
    /// `${project.invocation-dir}`: the folder that devtool was started in.
    var invocationFolder = ""
    /// If false, only names are checked, and values are empty.
    var hasValues = true

    package init(
        parameters: [String: TaskValue], parameterNames: [String]? = nil, environment: @escaping (String) -> String?,
        environmentNames: [String] = [], configuration: Configuration
    ) {
        self.parameters = parameters
        self.parameterNames = parameterNames ?? parameters.keys.sorted()
        self.environment = environment
        self.environmentNames = environmentNames
        self.configuration = configuration
    }

    /// Adds a task's or a file's own values to devtool's environment; the last one of a name counts.
    mutating func see(_ values: [EnvironmentValue], besides others: [String: String]) {
        let own = Dictionary(values.map { ($0.name, $0) }) { $1 }
        environment = { own[$0]?.value ?? others[$0] }
        environmentNames = Array(others.keys) + own.keys
        secretNames = Set(own.values.compactMap { $0.isSecret ? $0.name : nil })
    }

    /// The names that strings of a file, or of a task in it with further `variables`, may refer to.
    static func names(
        ofParameters names: [String] = [], variables: Set<String>? = nil, in file: TaskFileScope,
        configuration: Configuration
    ) -> TemplateScope {
        var scope = TemplateScope(
            parameters: [:], parameterNames: names, environment: { _ in "" }, configuration: configuration)
        scope.variableNames = variables ?? file.variableNames
        if !file.namespace.isEmpty { scope.origin = " of the file included as '\(file.namespace)'" }
        scope.hasValues = false
        return scope
    }
}
