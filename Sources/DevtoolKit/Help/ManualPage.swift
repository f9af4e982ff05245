/// A page of a suite's manual.
struct ManualPage {
    /// Its name, such as `devtool-cards` or `devtool.yml`.
    let name: String
    /// Its section: 1 for commands, 5 for files.
    let section: Int
    /// The page in the language of man(7).
    let text: String

    /// Where it is in a folder of manuals, such as `man1/devtool-cards.1`.
    var path: String { "man\(section)/\(name).\(section)" }
}
