struct ManualPage {
    /// Such as `devtool-cards` or `devtool.yml`.
    let name: String
    /// 1 for commands, 5 for files.
    let section: Int
    /// In man(7) format.
    let text: String

    /// The path in a folder of manuals, such as `man1/devtool-cards.1`.
    var path: String { "man\(section)/\(name).\(section)" }
}
