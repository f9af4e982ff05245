/// The scripts by which shells ask devtool; `PROGRAM` stands for its name, `FUNCTION` for that in names.
///
/// They know nothing of commands: whatever is new in devtool, or in a project, needs no new script. The first
/// line of an answer says what else the shell is to do, every other is a candidate, in the shell's own form.
enum CompletionScript {
    /// For bash, with or without the package `bash-completion`.
    ///
    /// devtool takes the line apart by itself: bash would do it at every `:` and `=`, too.
    static let bash = String(decoding: PackageResources.completions_bash, as: UTF8.self)

    /// For zsh, as a file of its completion system or read by a running shell.
    static let zsh = String(decoding: PackageResources.completions_zsh, as: UTF8.self)

    static let fish = String(decoding: PackageResources.completions_fish, as: UTF8.self)
}
