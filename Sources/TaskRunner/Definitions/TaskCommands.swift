import DevtoolKit

/// The commands that a task can use: those of the suite, and plugins.
struct TaskCommands {
    /// Those of the suite.
    let names: [String]
    private let own: Set<String>
    private let context: Context
    private var plugins: [String: Bool] = [:]

    /// Those that no task can name: some are keys of steps, and `help` does nothing.
    static let unusable = Set(TaskKey.Step.names + ["help"])

    /// The commands of a context.
    init(in context: Context) {
        names = context.commandNames.filter { !Self.unusable.contains($0) }
        own = Set(names)
        self.context = context
    }

    /// Whether a word names one; a plugin is looked for once.
    mutating func contain(_ name: String) -> Bool {
        if own.contains(name) { return true }
        if let isPlugin = plugins[name] { return isPlugin }
        let isPlugin = !Self.unusable.contains(name) && context.externalPlugin(named: name) != nil
        plugins[name] = isPlugin
        return isPlugin
    }
}
