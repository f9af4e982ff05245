/// The options of a run.
struct RunRequest: Sendable {
    /// devtool's own options, as the user has written them before all tasks.
    var options: [String] = []
    /// Names of tasks, and the parameters' options among them.
    var words: [String] = []
    /// `--` and what comes after it, for the tasks that are named.
    var passedOn: [String] = []
    /// Whether the tasks that are named may run at once, not one after the other.
    var isParallel = false
    /// How many tasks run at once; nil for as many as the configuration says.
    var jobs: Int?
    /// How output is shown; nil for what the configuration says.
    var output: OutputMode?
    /// Whether tasks that do not need a failed one are still run; nil for what the configuration says.
    var keepsGoing: Bool?
    /// What becomes of running tasks when another fails; nil for what the configuration says.
    var failFast: FailFast?
    /// Whether what tasks need is run before them.
    var takesNeeds = true
    /// Whether tasks whose results are up to date are run all the same.
    var forcesRun = false
    /// Whether it is said why tasks are run.
    var explains = false
    /// Whether the run is repeated when sources change.
    var watches = false
    /// Whether the values of the named tasks are shown.
    var showsValues = false
    /// Whether everything is confirmed.
    var assumesYes = false
}

/// Set how task output is shown.
enum OutputMode: String, CaseIterable, Sendable {
    /// Line by line, with the task's name before each.
    case prefix
    /// Each task's in one piece; at once for the one that has run for longest.
    case group
    /// As it comes, from all tasks at once.
    case raw
}

/// What becomes of running tasks when another one fails.
enum FailFast: String, CaseIterable, Sendable {
    /// They finish.
    case wait
    /// They are stopped.
    case kill
}
