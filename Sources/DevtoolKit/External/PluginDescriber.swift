import JSON
import Scanning
import Synchronization
import SystemPackage

/// Asks plugins to describe themselves, and caches the answers.
struct PluginDescriber: Sendable {
    static let option = "--devtool-describe"
    /// Generous, because an interpreter may take seconds to start on a busy machine.
    static let timeout = Duration.seconds(20)
    static let completingOption = "--devtool-complete"
    /// The user waits for it.
    private static let completingTimeout = Duration.seconds(5)
    private static let longestAnswer = 65_536

    private let cache: DescriptionCache?
    private let context: Context

    init(in context: Context) {
        self.context = context
        cache = context.descriptionCache
    }

    /// The description of a plugin, cached or from its answer; `nil` if it does not support descriptions.
    ///
    /// A program supports them if it contains the text of the option. Other programs are not asked because they might
    /// ignore the argument and do their work. Plugins inside the project are asked only if the user named them.
    ///
    /// - Throws: ``PluginDescriptionError`` if the answer is invalid; ``Interrupted``.
    func description(of plugin: ExternalPlugin, isNamed: Bool = false) async throws -> PluginDescription? {
        if let known = cache?.description(of: plugin) { return known }
        guard isNamed || !context.isInProject(plugin), plugin.path.contains(Self.option) else { return nil }
        let bytes = try await output(of: plugin, [Self.option], within: Self.timeout)
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch { throw PluginDescriptionError.malformed("\(error)") }
        let description = try PluginDescription(json)
        cache?.keep(description, of: plugin)
        return description
    }

    /// Whether a plugin that supports descriptions is in the project, so that it is asked only if the user names it.
    func isUnasked(_ plugin: ExternalPlugin) -> Bool {
        context.isInProject(plugin) && plugin.path.contains(Self.option)
    }
}

extension PluginDescriber {
    /// The plugin's candidates for the word `current`, one a line, with a description after a tab; `nil` if it has none.
    ///
    /// The word is the last argument. A plugin inside the project is never asked: Tab is no consent to run a stranger's
    /// program. For the same reason, `config get` shows no secret to the plugin, and so runs no program for one.
    func completions(of plugin: ExternalPlugin, after words: [String], current: String) async -> [CompletionCandidate]?
    {
        guard !context.isInProject(plugin), plugin.path.contains(Self.completingOption),
            let bytes = try? await output(
                of: plugin, [Self.completingOption] + words + [current], within: Self.completingTimeout,
                changing: ["DEVTOOL_PLUGIN": nil])
        else { return nil }
        let candidates = String(decoding: bytes, as: UTF8.self).lines.filter { !$0.isEmpty }.map { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return CompletionCandidate(
                parts[0], description: parts.dropFirst().first ?? "", continues: parts[0].hasSuffix("="))
        }
        return candidates.isEmpty ? nil : candidates
    }

    /// The plugin's standard output; its messages are discarded.
    private func output(
        of plugin: ExternalPlugin, _ arguments: [String], within timeout: Duration,
        changing variables: [String: String?] = [:]
    ) async throws -> [UInt8] {
        let nowhere = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        defer { try? nowhere.close() }
        let processes = ProcessRunner(
            console: Console(output: nowhere, error: nowhere), gracePeriod: .milliseconds(100))
        var invocation = Invocation(
            plugin.path, arguments,
            environment: context.environment(of: plugin, project: try? context.projectFile(), eventsFile: nil).merging(
                variables
            ) { $1 })
        invocation.timeout = timeout
        let answer = Mutex<[UInt8]>([])
        let tooLong = PluginDescriptionError.malformed("it is longer than \(Self.longestAnswer) bytes")
        let (overflow, tell) = AsyncStream<Void>.makeStream()
        let sink = Destination { bytes in
            let count = answer.withLock { answer in
                answer += bytes.prefix(Self.longestAnswer + 1 - answer.count)
                return answer.count
            }
            if count > Self.longestAnswer { tell.yield() }
        }
        do {
            let termination = try await withThrowingTaskGroup(of: Termination.self) { group in
                defer { group.cancelAll() }
                group.addTask { [invocation] in
                    try await processes.run(invocation, output: sink, error: Destination { _ in })
                }
                // Stop a program that exceeds the limit instead of waiting for its end.
                group.addTask {
                    for await _ in overflow { throw tooLong }
                    throw CancellationError()
                }
                return try await group.next() ?? .exited(0)
            }
            guard termination == .exited(0) else { throw PluginDescriptionError.failed(termination) }
            let bytes = answer.withLock { $0 }
            guard bytes.count <= Self.longestAnswer else { throw tooLong }
            return bytes
        } catch ProcessError.timedOut { throw PluginDescriptionError.tookTooLong } catch ProcessError.cannotRun(
            _, let reason)
        { throw PluginDescriptionError.notAsked(reason) }
    }
}
