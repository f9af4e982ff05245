package import DevtoolKit

/// The keys of the section `cards` in `devtool.yml`.
enum CardsSetting {
    static let format = SettingKey.string(
        "format", default: NumberSpelling.standard.format,
        help: "How a number is written before a title."
    ).checked(by: NumberSpelling.problem(with:))
    static let key = SettingKey.secret(
        "key", help: "Your key for Trello's API, as {env: NAME}, for private boards.")
    static let token = SettingKey.secret("token", help: "The token that goes with the key.")
    static let api = SettingKey.string(
        "api", default: BoardAccess.trello, help: "Where Trello's API is."
    ).checked(by: BoardAccess.problem(withAPI:))
    static let timeout = SettingKey.duration(
        "timeout", default: .seconds(300), help: "How long fetching a board may take.")
}

extension CardsCommand {
    /// The keys of the section.
    package static let settings = [
        CardsSetting.format.setting, CardsSetting.key.setting, CardsSetting.token.setting,
        CardsSetting.api.setting, CardsSetting.timeout.setting,
    ]
}
