import ArgumentParser

enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish

    /// The script by which the shell asks devtool for completions.
    ///
    /// It knows no commands, so a new command or project needs no new script. The first line of an answer is the
    /// shell's action; each of the other lines is a candidate in the shell's format. `PROGRAM` is replaced with
    /// devtool's name, and `FUNCTION` with that name as an identifier.
    func script(for program: String) -> String {
        let template =
            switch self {
            // devtool splits the line itself, because bash would also split it at every `:` and `=`.
            case .bash: PackageResources.completions_bash
            case .zsh: PackageResources.completions_zsh
            case .fish: PackageResources.completions_fish
            }
        // Function names are limited to ASCII letters, digits and `_`.
        let function = program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(decoding: template, as: UTF8.self).replacing("PROGRAM", with: program).replacing(
            "FUNCTION", with: String(function))
    }
}
