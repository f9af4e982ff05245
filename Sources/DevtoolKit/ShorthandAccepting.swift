/// A command that parses its simplest arguments itself.
///
/// ArgumentParser takes a millisecond for a command with many options, which doubles the time until a task starts.
package protocol ShorthandAccepting: Plugin {
    /// `nil` if ArgumentParser must parse the arguments after the command's name.
    static func work(for arguments: [String]) -> (@Sendable (Context) async throws -> Void)?
}

/// A command that rewrites the arguments after its name before ArgumentParser parses them.
package protocol ArgumentsPreparing: Plugin {
    static func prepared(_ arguments: [String]) -> [String]
}
