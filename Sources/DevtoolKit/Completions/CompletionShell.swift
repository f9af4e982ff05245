import ArgumentParser

/// A shell that devtool completes words for.
enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish

    /// The script that teaches the shell to ask the program of this name.
    func script(for program: String) -> String {
        let template =
            switch self {
            case .bash: CompletionScript.bash
            case .zsh: CompletionScript.zsh
            case .fish: CompletionScript.fish
            }
        // In the name of a function, what is none of a word's characters would not do.
        let function = program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return template.replacing("PROGRAM", with: program)
            .replacing("FUNCTION", with: String(function))
    }
}
