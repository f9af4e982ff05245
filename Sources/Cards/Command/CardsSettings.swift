package import DevtoolKit

extension CardsCommand {
    /// The keys of the section `cards` in `devtool.yml`.
    package static let settings =
        [
            Setting(
                "format", .string, help: "How a number is written before a title: '#{number} '."
            )
            .checked(by: NumberSpelling.problem(with:))
        ] + BoardAccess.settings
}
