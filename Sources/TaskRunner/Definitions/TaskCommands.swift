import DevtoolKit

/// The built-in commands and plugins that keys of tasks and steps may name.
///
/// A class, so that the readers of all files share what has been looked up.
final class TaskCommands {
    let names: [String]
    private let own: Set<String>
    private let context: Context
    private var plugins: [String: Bool] = [:]

    /// Keys of steps, and `help`, which would do nothing.
    static let unusable = Set(TaskKey.Step.names + ["help"])

    init(in context: Context) {
        names = context.commandNames.filter { !Self.unusable.contains($0) }
        own = Set(names)
        self.context = context
    }

    /// Looks up plugins, and caches the result.
    func contain(_ name: String) -> Bool {
        if own.contains(name) { return true }
        if let isPlugin = plugins[name] { return isPlugin }
        let isPlugin = !Self.unusable.contains(name) && context.externalPlugin(named: name) != nil
        plugins[name] = isPlugin
        return isPlugin
    }
}
