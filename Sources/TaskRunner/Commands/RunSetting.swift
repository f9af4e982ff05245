import DevtoolKit

enum RunSetting {
    static let jobs = SettingKey.integer(
        "jobs", in: JobCount.range,
        help: "How many tasks run concurrently; by default, as many as there are processors.")
    static let output = SettingKey<OutputMode?>.choice(
        "output", help: "How to show task output; by default, 'group' if more than one task has output.")
    static let keepsGoing = SettingKey.boolean(
        "keep-going", default: false, help: "Whether tasks that do not need a failed one still run.")
    static let failFast = SettingKey.choice(
        "fail-fast", default: FailFast.wait,
        help: "Whether running tasks finish ('wait') or are killed ('kill') when another one fails.")
    static let gracePeriod = SettingKey.duration(
        "grace-period", default: ProcessRunner.defaultGracePeriod,
        help: "How long a task may take to stop before it is killed.")
    static let shell = SettingKey.list(
        "shell", help: "The shell for tasks that do not set one, or a list of the shell and its options.")
    static let silent = SettingKey.boolean(
        "silent", default: false, help: "Whether to run commands without printing them first.")

    static let cacheSize = SettingKey.integer(
        "cache-size", in: 0...1_000_000, default: defaultCacheSize,
        help: "The maximum total size of stored results, in MB.")
    private static let defaultCacheSize = 5000
    static let cacheAge = SettingKey.duration(
        "cache-age", default: .seconds(30 * 24 * 3600), help: "How long to keep an unused result.")

    static let remoteCache = SettingKey.string(
        "remote-cache",
        help: "The URL of a cache server that shares results between machines over Bazel's HTTP protocol."
    ).checked(by: RemoteCache.problem(withAddress:))
    static let remoteCacheWrite = SettingKey.boolean(
        "remote-cache-write", default: false, help: "Whether to also send results to the remote cache.")
    static let remoteCacheTimeout = SettingKey.duration(
        "remote-cache-timeout", default: .seconds(10),
        help: "The time limit for a request to the remote cache, plus a second per MB.")
    static let remoteCacheUsername = SettingKey.string(
        "remote-cache-username", help: "The user name for the remote cache; requires a password.")
    static let remoteCachePassword = SettingKey.secret(
        "remote-cache-password", help: "The password for that user name.")
    static let remoteCacheToken = SettingKey.secret(
        "remote-cache-token", help: "A token for the remote cache, instead of a user name and password.")

    static let all = [
        jobs.setting, output.setting, keepsGoing.setting, failFast.setting, gracePeriod.setting, shell.setting,
        silent.setting, cacheSize.setting, cacheAge.setting, remoteCache.setting, remoteCacheWrite.setting,
        remoteCacheTimeout.setting, remoteCacheUsername.setting, remoteCachePassword.setting, remoteCacheToken.setting,
    ]
}

extension ConfigurationSection { var shell: ShellCall? { ShellCall(words: self[RunSetting.shell]) } }
