import DevtoolKit
import SystemPackage

/// A session of `devtool run`: plans, checks, confirms and runs the tasks, again and again if it
/// watches.
struct RunSession: Sendable {
    /// What the command line asks for.
    let request: RunRequest
    /// Where it is done.
    let context: Context

    /// Does it all.
    ///
    /// - Throws: what is wrong with the tasks or the command line, and as ``TaskRun/perform()``.
    func perform() async throws {
        let (catalog, plan) = try await plan(
            in: await context.askingPlugins { try context.configurationReading() })
        guard !plan.tasks.isEmpty else {
            return try TaskListing(catalog).print(asJSON: false, on: context.console)
        }
        try RequirementsCheck.check(plan, in: context)
        if request.watches { return try await watch(catalog, plan) }
        try confirm(plan)
        try await run(plan, of: catalog).perform()
    }

    /// Reads the tasks, and plans the run: of the default task where none is named, of nothing where there is
    /// no default.
    ///
    /// - Parameters:
    ///   - reading: the project's configuration; it is read where it is nil.
    ///   - isDryRun: whether commands whose output is the value of a variable are not run.
    /// - Returns: the tasks, and those of them that are to be run.
    /// - Throws: what is wrong with the tasks or the command line; ``ValueCommandError``.
    func plan(
        in reading: ConfigurationReading? = nil, isDryRun: Bool = false
    ) async throws -> (catalog: TaskCatalog, plan: TaskPlan) {
        let catalog = try RunCommand.catalog(reading, in: context)
        var request = request
        if request.namesNoTask(of: catalog) {
            if catalog.definitions(named: "default") != nil {
                // What sets a variable stands before all names, what gives a parameter behind the name.
                let setsVariables = request.words.first?.hasPrefix("-") == false
                request.words.insert("default", at: setsVariables ? request.words.count : 0)
            } else if let word = request.words.first {
                throw UsageError.unknownOption(word, hint: "put the name of a task before it")
            }
        }
        var printed: [ValueCommand: String] = [:]
        while true {
            let plan = try TaskPlan(request, of: catalog, printed: printed, in: context)
            if isDryRun || plan.pending.isEmpty {
                guard plan.findings.isEmpty else { throw PlanError(diagnostics: plan.findings) }
                return (catalog, plan)
            }
            for value in plan.pending {
                printed[value.command] = try await value.value(in: context)
            }
        }
    }

    /// Prepares the run of a plan.
    func run(_ plan: TaskPlan, of catalog: TaskCatalog) throws -> TaskRun {
        let section = catalog.configuration.section(of: RunCommand.self)
        return try TaskRun(
            plan, request, RunMode(request, section), of: catalog, in: context)
    }

    /// Asks all questions before anything is started.
    func confirm(_ plan: TaskPlan) throws {
        if request.assumesYes || context.environment["DEVTOOL_ASSUME_YES"] == "1" { return }
        for task in plan.tasks where task.isForThisSystem {
            if let question = task.confirmation { try context.console.confirm(question) }
        }
    }
}

extension RunRequest {
    /// Whether all words are parameters and their values, as they can be for the default task only.
    fileprivate func namesNoTask(of catalog: TaskCatalog) -> Bool {
        guard words.contains(where: { !$0.hasPrefix("-") }) else { return true }
        if words.allSatisfy({ $0.contains("=") && catalog.definitions(named: $0) == nil }) {
            return true
        }
        guard words[0].hasPrefix("-"), catalog.definitions(named: "default") != nil else {
            return false
        }
        return (try? RequestedTasks(["default"] + words, in: catalog))?.items.count == 1
    }
}
