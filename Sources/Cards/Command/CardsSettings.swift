package import DevtoolKit

extension CardsCommand {
    /// The keys of the section `cards` in `devtool.yml`.
    package static let settings =
        [
            Setting(
                "format", .string, help: "How a number is written before a title: '#{number} '.")
        ] + BoardAccess.settings
}
