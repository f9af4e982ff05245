import DevtoolKit

/// The keys of the section `run` of `devtool.yml`, the defaults for the options.
enum RunSetting {
    static let jobs = SettingKey.integer(
        "jobs", in: 1...1000,
        help: "How many tasks run concurrently; by default, as many as there are processors.")
    static let output = SettingKey<OutputMode?>.choice(
        "output",
        help: "How task output is shown; by default 'group', if several tasks have any.")
    static let keepsGoing = SettingKey.boolean(
        "keep-going", default: false,
        help: "Whether tasks that do not need a failed one still run.")
    static let gracePeriod = SettingKey.duration(
        "grace-period", default: ProcessRunner.defaultGracePeriod,
        help: "How long a task may take to stop before it is killed.")

    /// All of them.
    static let all = [jobs.setting, output.setting, keepsGoing.setting, gracePeriod.setting]
}
