/// A key that a section of `devtool.yml` may have, declared once: what it may hold and what it is for.
public struct Setting: Sendable {
    /// What a setting holds.
    public indirect enum Kind: Sendable {
        /// A string; numbers and words without quotes are strings, too.
        case string
        /// A list of strings, or one string for a list of one.
        case list
        /// A reference to a secret, as in `{env: NAME}`; never the secret itself.
        case secret
        /// A mapping from names of the user's choice to groups of settings.
        case entries([Setting])
    }

    /// The key as written in the file, in kebab-case.
    public let key: String
    /// What it holds.
    public let kind: Kind
    /// What it is for, in a sentence.
    public let help: String

    /// Declares a setting.
    public init(_ key: String, _ kind: Kind, help: String) {
        self.key = key
        self.kind = kind
        self.help = help
    }
}
