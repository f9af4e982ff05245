import SystemPackage

/// One run of a plugin, until its last event is read.
struct PluginRun {
    private static let interval = Duration.milliseconds(100)

    let plugin: ExternalPlugin
    let arguments: [String]

    /// Runs the plugin in the foreground and reports its events; an error among them makes a success a status of 1.
    func run(in context: Context) async throws -> Termination {
        try await run(in: context) { environment in
            try await ForegroundProcess(path: plugin.path, arguments: arguments, environment: environment).run()
        }
    }

    /// Reports the events of a plugin that `start` runs with the given variables.
    func run(in context: Context, by start: @escaping @Sendable ([String: String?]) async throws -> Termination)
        async throws -> Termination
    {
        let project = try context.projectFile()
        // The description makes the plugin's section known before the plugin asks for a value. If it is invalid, the
        // plugin still runs.
        let describer = PluginDescriber(in: context)
        var description: PluginDescription?
        do { description = try await describer.description(of: plugin, isNamed: true) } catch {
            guard let error = error as? PluginDescriptionError else { throw error }
            warn("\(plugin.path): \(error.reason)", in: context)
        }
        try context.prepare(for: description, with: project)
        var events = try PluginEventsFile(in: context.temporaryFolder)
        let environment = context.environment(of: plugin, project: project, eventsFile: events.path)
        return try await withThrowingTaskGroup(of: Termination?.self) { steps in
            steps.addTask { try await start(environment) }
            defer { steps.cancelAll() }
            return try await follow(&steps, &events, in: context)
        }
    }

    /// Reports events until the plugin ends, and shows progress from the first progress event on.
    ///
    /// A step's result is how the plugin ended, or `nil` when it is time to look for events.
    private func follow(
        _ steps: inout ThrowingTaskGroup<Termination?, any Error>, _ events: inout PluginEventsFile,
        in context: Context, showing progress: Progress? = nil
    ) async throws -> Termination {
        while true {
            steps.addTask {
                try await Task.sleep(for: Self.interval)
                return nil
            }
            if let termination = try await steps.next() ?? nil {
                _ = report(events.lastEvents(), in: context)
                let lines = events.lines
                if lines.unreportedMalformed > 0 {
                    warn("\(lines.unreportedMalformed) more events from '\(plugin.name)' are malformed", in: context)
                }
                if lines.isOver {
                    warn(
                        "ignored all further events from '\(plugin.name)': it sent more than"
                            + " \(PluginEventLines.mostEvents) events or \(PluginEventLines.byteLimit >> 20) MiB",
                        in: context)
                }
                return lines.hasError && termination == .exited(0) ? .exited(1) : termination
            }
            guard let text = report(events.newEvents(), in: context) else { continue }
            guard progress == nil else {
                progress?.update(text)
                continue
            }
            return try await context.console.withProgress(text) { progress in
                try await follow(&steps, &events, in: context, showing: progress)
            }
        }
    }

    private func warn(_ message: String, in context: Context) {
        context.console.report(Diagnostic(message, severity: .warning))
    }

    private func report(_ events: [(line: Int, outcome: PluginEventLines.Outcome)], in context: Context) -> String? {
        if events.isEmpty { return nil }
        var progress: String?
        for (line, outcome) in events {
            switch outcome {
            case .success(.diagnostic(let diagnostic)): context.console.report(diagnostic)
            case .success(.result(let summary)): context.console.say(summary)
            case .success(.progress(let message, let completed, let total)):
                let count = completed.map { " (\($0)\(total.map { " of \($0)" } ?? ""))" }
                progress = "\(plugin.name): \(message)\(count ?? "")"
            case .failure(let malformed):
                warn("event \(line) from '\(plugin.name)' is malformed: \(malformed.reason)", in: context)
            }
        }
        return progress
    }
}

extension Context {
    /// Runs a plugin as one of several children instead of in the foreground; `nil` if there is no such plugin.
    package func runPlugin(_ words: [String], by start: @escaping @Sendable (Invocation) async throws -> Termination)
        async throws -> Termination?
    {
        guard let name = words.first, let plugin = externalPlugin(named: name) else { return nil }
        let run = PluginRun(plugin: plugin, arguments: Array(words.dropFirst()))
        let directory = workingDirectory
        return try await run.run(in: self) { environment in
            try await start(Invocation(plugin.path, run.arguments, environment: environment, directory: directory))
        }
    }

    /// Checks the configuration if the plugin has settings, and masks its secrets.
    ///
    /// GitHub's runner must know secrets before the plugin prints them. If the configuration is invalid, no secret can
    /// reach the plugin.
    fileprivate func prepare(for description: PluginDescription?, with project: FilePath?) throws {
        let hasSettings = description?.settings.isEmpty == false
        var context = self
        // The task has already checked its options.
        context.overrides = [:]
        let read = { try context.configurationReading(of: project).configuration }
        (hasSettings ? try read() : try? read())?.hideSecrets(in: self)
    }
}
