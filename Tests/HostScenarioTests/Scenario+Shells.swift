import Foundation
import TestSupport
import Testing

/// The shells that devtool completes words for, as far as this machine has them.
enum CompletingShell: String, CaseIterable, CustomTestStringConvertible {
    case bash
    case zsh
    case fish

    /// Where its program is; nil where it is not installed.
    var path: String? {
        ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(rawValue)" }.first(
            where: FileManager.default.isExecutableFile(atPath:))
    }

    var testDescription: String { rawValue }

    /// The shells that are here; a test says of the others that they are not.
    static var installed: [CompletingShell] { allCases.filter { $0.path != nil } }

    /// What the shell does at its start: devtool completes words, and, run as a command, is a function
    /// that shows its arguments.
    fileprivate var start: String {
        switch self {
        case .bash:
            """
            PS1='ready> '
            eval "$(devtool completions bash)"
            devtool() { printf '\\n<'; printf '[%s]' "$@"; printf '>\\n'; }

            """
        case .zsh:
            """
            PS1='ready> '
            autoload -Uz compinit && compinit -u -D
            eval "$(devtool completions zsh)"
            devtool() { printf '\\n<'; printf '[%s]' "$@"; printf '>\\n'; }

            """
        case .fish:
            """
            function fish_prompt; printf 'ready> '; end
            function fish_greeting; end
            devtool completions fish | source
            function devtool; printf '\\n<'; printf '[%s]' $argv; printf '>\\n'; end

            """
        }
    }

    /// Its start file in the home folder, and the arguments with which it reads no other.
    fileprivate var startFile: (name: String, arguments: [String]) {
        switch self {
        case .bash: (".bashrc", ["--noprofile", "--rcfile", ".bashrc", "-i"])
        case .zsh: (".zshrc", ["--no-globalrcs", "-i"])
        case .fish: (".config/fish/config.fish", ["-i"])
        }
    }
}

extension Scenario {
    /// Types keys at the prompt of a shell that completes devtool's words, then a line break.
    ///
    /// - Returns: what the terminal shows; a command `devtool` shows its arguments as `<[first][second]>`.
    func typing(_ keys: String, in shell: CompletingShell) async throws -> Outcome {
        let path = try #require(shell.path)
        let (name, arguments) = shell.startFile
        let bin = URL(filePath: Self.devtool).deletingLastPathComponent().path
        return try await file(name, shell.start).variable("PATH", "\(bin):\(value(of: "PATH") ?? "")").variable(
            "TERM", "xterm"
        ).program(Self.terminal, arguments: ["\(keys)\rexit\r", path] + arguments)
    }

    /// Runs a script with a shell that has devtool in its `PATH`.
    func script(_ text: String, in shell: CompletingShell) async throws -> Outcome {
        let path = try #require(shell.path)
        let bin = URL(filePath: Self.devtool).deletingLastPathComponent().path
        return try await variable("PATH", "\(bin):\(value(of: "PATH") ?? "")").program(path, arguments: ["-c", text])
    }
}

extension Outcome {
    /// The arguments of each command `devtool`, as `[first][second]`.
    var typedArguments: [String] {
        let lines = outputText.replacingOccurrences(of: "\r", with: "\n").split(separator: "\n")
        return lines.filter { $0.hasPrefix("<[") }.map { String($0.dropFirst().dropLast()) }
    }
}
