import SystemPackage

/// Asks plugins for a description of themselves, and remembers the answers.
struct PluginDescriber: Sendable {
    /// The only argument of a plugin that is asked.
    static let option = "--devtool-describe"
    /// The longest answer, in bytes.
    private static let longestAnswer = 65_536

    private let cache: DescriptionCache?
    private let context: Context

    /// The describer of a context's plugins.
    init(in context: Context) {
        self.context = context
        cache = context.descriptionCache
    }

    /// The description of a plugin: the one remembered, else its answer; nil when it does not claim to
    /// have one, or lies in the project, where nothing is executed unless the user names it.
    ///
    /// A program claims it by containing the option's text. To ask all others would be to run programs with
    /// an argument that they may well pass over, as the shortest plugins do.
    ///
    /// - Throws: ``PluginDescriptionError`` when it answers wrongly, ``Interrupted``.
    func description(of plugin: ExternalPlugin) async throws -> PluginDescription? {
        if let known = cache?.description(of: plugin) { return known }
        guard !context.isInProject(plugin), plugin.path.contains(Self.option) else { return nil }
        let description = try PluginDescription(try await answer(of: plugin))
        cache?.keep(description, of: plugin)
        return description
    }

    private func answer(of plugin: ExternalPlugin) async throws -> JSONValue {
        let bytes = try await output(of: plugin)
        guard bytes.count <= Self.longestAnswer else {
            throw PluginDescriptionError.malformed("it is longer than \(Self.longestAnswer) bytes")
        }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw PluginDescriptionError.malformed("\(error)")
        }
    }
}

extension PluginDescriber {
    /// What a plugin prints when it is asked; its messages go nowhere.
    private func output(of plugin: ExternalPlugin) async throws -> [UInt8] {
        let nowhere = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        defer { try? nowhere.close() }
        let processes = ProcessRunner(
            console: Console(output: nowhere, error: nowhere), gracePeriod: .milliseconds(100))
        var invocation = Invocation(
            plugin.path, [Self.option],
            environment: context.environment(of: plugin, eventsFile: nil))
        invocation.timeout = .seconds(2)
        do {
            let (termination, output) = try await processes.output(of: invocation)
            guard termination == .exited(0) else {
                throw PluginDescriptionError.failed(termination)
            }
            return output
        } catch ProcessError.timedOut {
            throw PluginDescriptionError.tookTooLong
        } catch ProcessError.cannotRun(_, let reason) {
            throw PluginDescriptionError.notAsked(reason)
        }
    }
}
