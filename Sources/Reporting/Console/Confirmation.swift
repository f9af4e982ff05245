import SystemPackage

extension Console {
    /// Whether there is a terminal to ask on.
    public var canConfirm: Bool { FileDescriptor.standardInput.isTerminal && screen != nil }

    /// Asks the user whether to go on, on the terminal.
    ///
    /// Anything but `y` or `yes` is a no, as is the end of the input.
    ///
    /// - Parameter question: the question, as in `Drop all objects of 'prod'?`.
    /// - Throws: ``ConfirmationError``, when the answer is no, or when nobody can be asked.
    public func confirm(_ question: String) throws {
        guard canConfirm else {
            throw ConfirmationError.needed(question)
        }
        let text = hidingSecrets(in: question).replacingControlCharacters()
        var prompt = style(.warning, text) + " [y/N] "
        prompt.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
        let answer = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer.filter { !$0.isWhitespace }) else {
            throw ConfirmationError.refused
        }
    }

    /// Asks the user for a line.
    ///
    /// - Returns: the line without its end; nil where the terminal's input has ended.
    package func ask(_ question: String) -> String? {
        var prompt = hidingSecrets(in: question).replacingControlCharacters(except: "\n") + " "
        prompt.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
        return readLine()
    }
}

/// Why something that must be confirmed is not done.
enum ConfirmationError: DiagnosableError {
    /// Nobody is there to be asked.
    case needed(String)
    /// The user does not want it.
    case refused

    var diagnostics: [Diagnostic] {
        switch self {
        case .needed(let question):
            [
                Diagnostic(
                    "\(question) Confirmation required, but standard input is not a terminal",
                    hint: "use --yes to skip confirmation prompts")
            ]
        case .refused: [Diagnostic("nothing was done")]
        }
    }

    /// 64 where the option is missing; 1 for a no.
    var exitStatus: ExitStatus {
        switch self {
        case .needed: .usage
        case .refused: .problemsFound
        }
    }
}
