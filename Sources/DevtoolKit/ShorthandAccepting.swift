/// A command that reads its simplest arguments by itself.
///
/// ArgumentParser takes a millisecond for a command with many options: as long as everything else that
/// devtool does before a task of the user's starts. The command's ``PluginTraits`` name it.
package protocol ShorthandAccepting: Plugin {
    /// The work that arguments ask for, those after the command's name; nil where ArgumentParser is to read
    /// them.
    static func work(for arguments: [String]) -> (@Sendable (Context) async throws -> Void)?
}

/// A command that wants its arguments in another form than the user writes them.
package protocol ArgumentsPreparing: Plugin {
    /// The arguments as ArgumentParser is to read them, given those after the command's name.
    static func prepared(_ arguments: [String]) -> [String]
}
