import DevtoolKit

enum RunSetting {
    static let jobs = SettingKey.integer(
        "jobs", in: JobCount.range,
        help: "How many tasks run concurrently; by default, as many as there are processors.")
    static let output = SettingKey<OutputMode?>.choice(
        "output", help: "How task output is shown; by default 'group', if several tasks have any.")
    static let keepsGoing = SettingKey.boolean(
        "keep-going", default: false, help: "Whether tasks that do not need a failed one still run.")
    static let failFast = SettingKey.choice(
        "fail-fast", default: FailFast.wait,
        help: "Whether running tasks may finish when another one fails: 'wait' or 'kill'.")
    static let gracePeriod = SettingKey.duration(
        "grace-period", default: ProcessRunner.defaultGracePeriod,
        help: "How long a task may take to stop before it is killed.")
    static let shell = SettingKey.list(
        "shell", help: "The shell of tasks that have none of their own, or a list of it and its options.")
    static let silent = SettingKey.boolean(
        "silent", default: false, help: "Whether commands are not shown before they run.")

    static let cacheSize = SettingKey.integer(
        "cache-size", in: 0...1_000_000,
        help: "How many MB the stored results of tasks may take; by default \(defaultCacheSize).")
    static let defaultCacheSize = 5000
    static let cacheAge = SettingKey.duration(
        "cache-age", default: .seconds(30 * 24 * 3600), help: "How long a result that is not used stays stored.")

    static let all = [
        jobs.setting, output.setting, keepsGoing.setting, failFast.setting, gracePeriod.setting, shell.setting,
        silent.setting, cacheSize.setting, cacheAge.setting,
    ]
}

extension ConfigurationSection { var shell: ShellCall? { ShellCall(words: self[RunSetting.shell]) } }
