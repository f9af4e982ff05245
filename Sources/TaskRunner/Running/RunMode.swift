import DevtoolKit
import Processes

/// The options of a run, from the command line and the configuration.
struct RunMode: Sendable {
    /// Run this many tasks concurrently.
    let jobs: Int
    /// How output is shown; nil for what suits the plan.
    let output: OutputMode?
    /// Whether tasks that do not need a failed one are still run.
    let keepsGoing: Bool
    /// What becomes of running tasks when another one fails.
    let failFast: FailFast
    /// How long a task may take to end.
    let gracePeriod: Duration
    /// How many bytes stored results may take.
    let cacheSize: Int64
    /// How long a result that is not used stays stored.
    let cacheAge: Duration

    /// Puts the two together; the command line wins.
    init(_ request: RunRequest, _ section: ConfigurationSection) {
        let wanted = request.jobs ?? section[RunSetting.jobs] ?? Processors.count
        jobs = min(DescriptorLimit.children(upTo: wanted), ThreadLimit.children)
        output = request.output ?? section[RunSetting.output]
        keepsGoing = request.keepsGoing ?? section[RunSetting.keepsGoing]
        failFast = request.failFast ?? section[RunSetting.failFast]
        gracePeriod = section[RunSetting.gracePeriod]
        cacheSize =
            Int64(section[RunSetting.cacheSize] ?? RunSetting.defaultCacheSize) * 1_000_000
        cacheAge = section[RunSetting.cacheAge]
    }
}
