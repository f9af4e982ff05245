struct ManualPage {
    let name: String
    /// 1 for commands, 5 for files.
    let section: Int
    /// In man(7) format.
    let text: String

    var path: String { "man\(section)/\(name).\(section)" }
}
