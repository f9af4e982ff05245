import ArgumentParser

enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish

    func script(for program: String) -> String {
        let template =
            switch self {
            case .bash: CompletionScript.bash
            case .zsh: CompletionScript.zsh
            case .fish: CompletionScript.fish
            }
        // Function names are limited to ASCII letters, digits and `_`.
        let function = program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return template.replacing("PROGRAM", with: program).replacing("FUNCTION", with: String(function))
    }
}
