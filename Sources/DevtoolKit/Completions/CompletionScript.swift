/// Scripts by which shells ask devtool for completions.
///
/// They know no commands, so a new command or project needs no new script. The first line of an answer is the shell's
/// action; each of the other lines is a candidate in the shell's format. `PROGRAM` is replaced with devtool's name, and
/// `FUNCTION` with that name as an identifier.
enum CompletionScript {
    /// devtool splits the line itself, because bash would also split it at every `:` and `=`.
    static let bash = String(decoding: PackageResources.completions_bash, as: UTF8.self)

    static let zsh = String(decoding: PackageResources.completions_zsh, as: UTF8.self)

    static let fish = String(decoding: PackageResources.completions_fish, as: UTF8.self)
}
