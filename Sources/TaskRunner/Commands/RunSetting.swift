import DevtoolKit

/// The keys that the section `run` of `devtool.yml` may have: how tasks are run where no option says so.
enum RunSetting {
    static let jobs = SettingKey.integer(
        "jobs", in: 1...1000,
        help: "How many tasks run at once; as many as there are processors where it is left out.")
    static let output = SettingKey<OutputMode?>.choice(
        "output",
        help: "How the output of tasks is shown; by 'group' where more than one has any.")
    static let keepsGoing = SettingKey.boolean(
        "keep-going", default: false,
        help: "Whether tasks that do not need a failed one are still run.")
    static let gracePeriod = SettingKey.duration(
        "grace-period", default: ProcessRunner.defaultGracePeriod,
        help: "How long a task that was asked to end may take before it is killed.")

    /// All of them.
    static let all = [jobs.setting, output.setting, keepsGoing.setting, gracePeriod.setting]
}
