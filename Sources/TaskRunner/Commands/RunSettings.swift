import DevtoolKit

/// The keys that the section `run` of `devtool.yml` may have: how tasks are run where no option says so.
enum RunSettings {
    /// The keys.
    static let all = [
        Setting(
            "jobs", .integer(1...1000),
            help:
                "How many tasks run at once; as many as there are processors where it is left out."),
        Setting(
            "output", .choice(["prefix", "group", "raw"]),
            help: "How the output of tasks is shown; by 'group' where more than one has any."),
        Setting(
            "keep-going", .boolean,
            help: "Whether tasks that do not need a failed one are still run."),
        Setting(
            "grace-period", .duration,
            help: "How long a task that was asked to end may take before it is killed; else 10s."),
    ]
}
