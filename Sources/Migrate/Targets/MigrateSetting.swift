import DevtoolKit

/// The keys of the section `migrate` beside the options for all targets.
enum MigrateSetting {
    static let defaultTarget = SettingKey.reference(
        "default-target", to: "targets",
        help: "The target to use without --target; needed when there are several.")
    /// What a target leaves out is as under `migrate` itself, defaults included.
    static let targets = SettingKey.entries(
        "targets", of: TargetSetting.all.map(\.withoutDefault),
        help: "The databases, by names of your choice.")
    static let installFrom = SettingKey.string(
        "install-from", help: "Liquibase's archive for 'devtool migrate install': a path or a URL.")
    static let installSHA256 = SettingKey.string(
        "install-sha256", help: "The SHA-256 of that archive, in hexadecimal."
    ).checked { SHA256(argument: $0) == nil ? "must be 64 hexadecimal digits" : nil }

    /// All keys of the section.
    static let all =
        TargetSetting.all + [
            defaultTarget.setting, targets.setting, installFrom.setting, installSHA256.setting,
        ]
}
