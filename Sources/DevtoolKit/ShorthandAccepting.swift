/// A command that parses its simplest arguments itself.
///
/// ArgumentParser takes a millisecond for a command with many options, which doubles the time until a task starts. The
/// command must be in its ``PluginTraits``.
package protocol ShorthandAccepting: Plugin {
    /// The work for the arguments after the command's name; `nil` if ArgumentParser must parse them.
    static func work(for arguments: [String]) -> (@Sendable (Context) async throws -> Void)?
}

/// A command that rewrites its arguments before ArgumentParser parses them.
package protocol ArgumentsPreparing: Plugin {
    /// Rewrites the arguments after the command's name.
    static func prepared(_ arguments: [String]) -> [String]
}
