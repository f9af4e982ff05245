/// The options of a run; if one is `nil`, the configuration decides.
struct RunRequest: Sendable {
    /// devtool's own options, as written before all tasks.
    var options: [String] = []
    /// The names of tasks, and their parameters.
    var words: [String] = []
    /// `--` and the words after it.
    var passedOn: [String] = []
    var isParallel = false
    var jobs: Int?
    var output: OutputMode?
    var keepsGoing: Bool?
    var failFast: FailFast?
    var takesNeeds = true
    var forcesRun = false
    /// A commit; tasks whose sources have not changed since then do not run.
    var since: String?
    var explains = false
    var watches = false
    var showsValues = false
    var assumesYes = false
}

enum OutputMode: String, CaseIterable, Sendable {
    /// Line by line, prefixed with the task's name.
    case prefix
    /// A task's output in one piece, except for the longest-running task, whose output appears immediately.
    case group
    case raw
}

enum FailFast: String, CaseIterable, Sendable {
    case wait
    case kill
}
