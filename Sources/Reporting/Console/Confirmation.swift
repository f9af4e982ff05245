import SystemPackage

extension Console {
    /// Whether the user can be asked on a terminal.
    public var canConfirm: Bool { FileDescriptor.standardInput.isTerminal && screen != nil }

    /// Asks the user to confirm; every answer except `y` and `yes` is a no.
    ///
    /// - Parameter question: the question, such as `Drop all objects of 'prod'?`.
    /// - Throws: a ``DiagnosableError`` if the answer is no or there is no terminal.
    public func confirm(_ question: String) throws {
        guard canConfirm else {
            throw Problem(
                .usage, "\(question) Confirmation required, but standard input is not a terminal",
                hint: "use --yes to skip confirmation prompts")
        }
        let text = hidingSecrets(in: question).replacingControlCharacters()
        var prompt = style(.warning, text) + " [y/N] "
        prompt.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
        let answer = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer.filter { !$0.isWhitespace }) else {
            throw Problem(.problemsFound, "cancelled")
        }
    }

    package func ask(_ question: String) -> String? {
        var prompt = hidingSecrets(in: question).replacingControlCharacters(except: "\n") + " "
        prompt.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
        return readLine()
    }
}
