import JSON
import Synchronization
import SystemPackage

/// Asks plugins for a description of themselves, and remembers the answers.
struct PluginDescriber: Sendable {
    /// The only argument of a plugin that is asked.
    static let option = "--devtool-describe"
    /// How long a plugin may take to answer: an interpreter needs some seconds to start on a busy machine.
    static let timeout = Duration.seconds(20)
    /// The longest answer, in bytes.
    private static let longestAnswer = 65_536

    private let cache: DescriptionCache?
    private let context: Context

    init(in context: Context) {
        self.context = context
        cache = context.descriptionCache
    }

    /// The description of a plugin: the one remembered, else its answer; nil when it does not claim to
    /// have one, or lies in the project, where nothing is executed unless the user has named it.
    ///
    /// A program claims it by containing the option's text. To ask all others would be to run programs with
    /// an argument that they may well pass over, as the shortest plugins do.
    ///
    /// - Throws: ``PluginDescriptionError`` when it answers wrongly, ``Interrupted``.
    func description(
        of plugin: ExternalPlugin, isNamed: Bool = false
    ) async throws -> PluginDescription? {
        if let known = cache?.description(of: plugin) { return known }
        guard isNamed || !context.isInProject(plugin), plugin.path.contains(Self.option) else {
            return nil
        }
        let description = try PluginDescription(try await answer(of: plugin))
        cache?.keep(description, of: plugin)
        return description
    }

    private func answer(of plugin: ExternalPlugin) async throws -> JSONValue {
        let bytes = try await output(of: plugin)
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
            environment: context.environment(
                of: plugin, project: try? context.projectFile(), eventsFile: nil))
        invocation.timeout = Self.timeout
        let answer = Mutex<[UInt8]>([])
        let tooLong = PluginDescriptionError.malformed(
            "it is longer than \(Self.longestAnswer) bytes")
        let (overflow, tell) = AsyncStream<Void>.makeStream()
        let sink = RawSink(
            destination: Destination { bytes in
                let count = answer.withLock { answer in
                    answer += bytes.prefix(Self.longestAnswer + 1 - answer.count)
                    return answer.count
                }
                if count > Self.longestAnswer { tell.yield() }
            })
        do {
            let termination = try await withThrowingTaskGroup(of: Termination.self) { group in
                defer { group.cancelAll() }
                group.addTask { [invocation] in
                    try await processes.run(
                        invocation, output: sink, error: RawSink(destination: Destination { _ in }))
                }
                // A program that does not end by itself is stopped as soon as it has said too much.
                group.addTask {
                    for await _ in overflow { throw tooLong }
                    throw CancellationError()
                }
                return try await group.next() ?? .exited(0)
            }
            guard termination == .exited(0) else {
                throw PluginDescriptionError.failed(termination)
            }
            let bytes = answer.withLock { $0 }
            guard bytes.count <= Self.longestAnswer else { throw tooLong }
            return bytes
        } catch ProcessError.timedOut {
            throw PluginDescriptionError.tookTooLong
        } catch ProcessError.cannotRun(_, let reason) {
            throw PluginDescriptionError.notAsked(reason)
        }
    }
}
