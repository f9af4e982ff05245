package import DevtoolKit

extension CardsCommand {
    /// The keys of the section `cards` in `devtool.yml`.
    package static let settings = BoardAccess.settings
}
