import DevtoolKit
import Processes

struct RunMode: Sendable {
    let jobs: Int
    /// That of the command line, which has precedence over the tasks' own.
    let output: OutputMode?
    /// That of tasks without one.
    let defaultOutput: OutputMode?
    let keepsGoing: Bool
    let failFast: FailFast
    let gracePeriod: Duration
    let cacheSize: Int64
    let cacheAge: Duration

    init(_ request: RunRequest, _ section: ConfigurationSection) {
        let wanted = request.jobs ?? section[RunSetting.jobs] ?? Processors.count
        jobs = min(DescriptorLimit.children(upTo: wanted), ThreadLimit.children)
        output = request.output
        defaultOutput = section[RunSetting.output]
        keepsGoing = request.keepsGoing ?? section[RunSetting.keepsGoing]
        failFast = request.failFast ?? section[RunSetting.failFast]
        gracePeriod = section[RunSetting.gracePeriod]
        cacheSize = Int64(section[RunSetting.cacheSize]) * 1_000_000
        cacheAge = section[RunSetting.cacheAge]
    }
}
