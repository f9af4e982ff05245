import DevtoolKit
import Scanning
import SystemPackage

/// A session of `devtool run`: plans, checks, confirms and runs the tasks, repeatedly with `--watch`.
struct RunSession: Sendable {
    let request: RunRequest
    let context: Context

    func perform() async throws {
        let catalog = try TaskCatalog.load(
            .named(request.words), of: await context.askingPlugins { try context.configurationReading() }, in: context)
        let request = try request.namingTask(of: catalog, in: context).askingForValues(of: catalog, in: context)
        try await RunSession(request: request, context: context).perform(catalog)
    }

    private func perform(_ catalog: TaskCatalog) async throws {
        let plan = try await plan(of: catalog)
        guard !plan.tasks.isEmpty else { return try TaskListing(catalog).refuseRun(on: context.console) }
        plan.notes.forEach(context.console.report)
        try RequirementsCheck.check(plan, in: context)
        if request.watches { return try await watch(catalog, plan) }
        try confirm(plan)
        try await run(plan, of: catalog).perform()
    }

    /// Reads the tasks, and plans the run.
    ///
    /// Without a name, it plans the default task, or nothing if there is none. A dry run does not execute commands for
    /// values.
    func plan(isDryRun: Bool = false) async throws -> (catalog: TaskCatalog, plan: TaskPlan) {
        let catalog = try TaskCatalog.load(.named(request.words), in: context)
        let session = RunSession(request: try request.namingTask(of: catalog, in: context), context: context)
        return (catalog, try await session.plan(of: catalog, isDryRun: isDryRun))
    }

    private func plan(of catalog: TaskCatalog, isDryRun: Bool = false) async throws -> TaskPlan {
        var printed: [ValueCommand: String] = [:]
        var secrets: [SecretReference: Secret] = [:]
        var changes: ChangedFiles?
        if let since = request.since, let file = catalog.files.first {
            changes = try await ChangedFiles(since: since, in: file.containingFolder, context)
        }
        while true {
            let plan = try TaskPlan(
                request, of: catalog, printed: printed, secrets: secrets, since: changes, in: context)
            // Report known errors before running commands.
            let findings = plan.findings.distinct
            guard findings.isEmpty else {
                throw Problem(findings.allSatisfy { $0.location == nil } ? .usage : .badConfiguration, findings)
            }
            // What is only shown does not need them.
            let references = request.showsValues ? [] : plan.pendingSecrets
            if isDryRun || plan.pending.isEmpty && references.isEmpty { return plan }
            for reference in references { secrets[reference] = try await reference.resolve(in: context) }
            for value in plan.pending {
                printed[value.command] = try await value.value(
                    in: context, of: plan.tasks.filter { $0.uses(value) }.map(\.definition.name).distinct)
            }
        }
    }

    func run(_ plan: TaskPlan, of catalog: TaskCatalog) async throws -> TaskRun {
        let section = catalog.configuration.section(of: RunCommand.self)
        let mode = RunMode(request, section)
        let results =
            plan.tasks.contains(where: \.definition.isCached)
            ? try await TaskResults(in: context, mode, request, RemoteCache(section, mode, in: context)) : nil
        return try TaskRun(plan, request, mode, of: catalog, results, in: context)
    }

    /// Asks all confirmation questions before anything starts.
    func confirm(_ plan: TaskPlan) throws {
        if request.assumesYes || context.environment["DEVTOOL_ASSUME_YES"] == "1" { return }
        for (index, task) in plan.tasks.enumerated() where task.isForThisSystem && plan.omission(of: index) == nil {
            if let question = task.confirmation { try context.console.confirm(question) }
        }
    }
}

extension RunRequest {
    /// The request, with the default task if it names none and there is one.
    fileprivate func namingTask(of catalog: TaskCatalog, in context: Context) throws -> RunRequest {
        var request = self
        guard namesNoTask(of: catalog, in: context) else { return request }
        // Variables precede the names, parameters follow them.
        let setsVariables = words.first?.hasPrefix("-") == false
        if catalog.requested("default", in: context) != nil {
            request.words.insert("default", at: setsVariables ? words.count : 0)
        } else if let word = words.first, !setsVariables {
            throw Problem.unknownOption(word, hint: "put a task name before it")
        }
        return request
    }

    /// The request, with the missing required parameters if devtool can ask the user for them.
    fileprivate func askingForValues(of catalog: TaskCatalog, in context: Context) throws -> RunRequest {
        var request = self
        let console = context.console
        guard console.canConfirm else { return request }
        // Insert in reverse order, so that earlier indices stay valid, and before the words of a `rest` parameter.
        var answers: [(place: Int, word: String)] = []
        for item in try RequestedTasks(self, of: catalog, in: context).items {
            var seen: Set<String> = []
            for parameter in item.definitions.flatMap(\.parameters)
            where parameter.isRequired && item.parameters[parameter.name] == nil && seen.insert(parameter.name).inserted
            {
                guard let value = parameter.ask(of: item.name, on: console) else { return request }
                answers.append((item.start, "\(parameter.name)=\(value)"))
            }
        }
        for answer in answers.reversed() { request.words.insert(answer.word, at: answer.place) }
        return request
    }

    /// Whether all words are parameters, for the default task.
    fileprivate func namesNoTask(of catalog: TaskCatalog, in context: Context) -> Bool {
        guard words.contains(where: { !$0.hasPrefix("-") }) else { return true }
        if words.allSatisfy({ $0.contains("=") && catalog.requested($0, in: context) == nil }) { return true }
        guard words[0].hasPrefix("-"), catalog.requested("default", in: context) != nil else { return false }
        var request = self
        request.words.insert("default", at: 0)
        do { return try RequestedTasks(request, of: catalog, in: context).items.count == 1 } catch {
            return error is OtherRequest
        }
    }
}

extension TaskParameter {
    /// Asks until the answer is valid, or the number of a choice; `nil` at the end of the input.
    fileprivate func ask(of task: String, on console: Console) -> String? {
        var question = "\(task): \(name)" + (description.map { " (\($0.onOneLine))" } ?? "")
        for (number, value) in values.enumerated() { question += "\n  \(number + 1)) \(value)" }
        question += values.isEmpty ? ":" : "\n?"
        while let line = console.ask(question) {
            var answer = line
            if let number = Int(line), values.indices.contains(number - 1), !values.contains(line) {
                answer = values[number - 1]
            }
            guard let problem = answer.isEmpty ? "must not be empty" : check(answer) else { return answer }
            console.report(Diagnostic("'\(name)' \(problem)", severity: .warning))
        }
        return nil
    }
}
