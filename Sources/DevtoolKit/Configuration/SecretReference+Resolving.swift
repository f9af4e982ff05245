package import SystemPackage

extension SecretReference {
    private static let fileLimit = 1 << 20

    /// Fetches the secret from the environment or `.env`, from its file, or by running its command.
    ///
    /// One line ending at the end of a file or output is removed. A file that other users can read causes a warning.
    /// The command's messages are relayed.
    ///
    /// - Returns: the secret, which is masked in all further output.
    /// - Throws: ``ConfigurationError`` with what is missing and where it is referenced; ``Interrupted`` if a signal
    ///   stops devtool while the command runs.
    public func resolve(in context: Context) async throws -> Secret {
        let secret = try await fetch(in: context)
        context.console.hide([secret])
        return secret
    }

    /// Masks the secret in all further output if it can be read silently and without running a program.
    func hide(in context: Context) {
        switch source {
        case .variable(let name, let fallback):
            let value = context.environment[name].map { Secret($0) }
            context.console.hide([value, fallback].compactMap(\.self))
        case .file(let path, let name):
            // Reading a pipe here would consume the secret.
            guard (try? path.stat().type) == .regular, let secret = try? read(path, shownAs: name, warning: { _ in })
            else { return }
            context.console.hide([secret])
        case .command: return
        }
    }

    private func fetch(in context: Context) async throws -> Secret {
        switch source {
        case .variable(let name, let fallback):
            let value = context.environment[name]
            // CI systems set the variable of an unavailable secret to the empty string.
            if value?.isEmpty != false, let fallback { return fallback }
            guard let value else { throw failure("the environment variable \(name) is not set") }
            return Secret(value)
        case .file(let path, let name): return try read(path, shownAs: name, warning: context.console.report)
        case .command(let program, let arguments, let directory):
            return try secret(await output(of: program, arguments, in: directory, context))
        }
    }

    private func read(_ path: FilePath, shownAs name: String, warning: (Diagnostic) -> Void) throws -> Secret {
        let bytes: [UInt8]
        do {
            // `/dev/fd/3` is a file that the caller has opened; it may be a pipe.
            bytes = try path.contents(upTo: Self.fileLimit, isTyped: path.string.hasPrefix("/dev/"))
        } catch { throw failure("cannot read '\(name)': \(error)") }
        if let mode = try? path.stat().permissions, mode.contains(.otherRead) {
            warning(
                Diagnostic(
                    "the secret in '\(name)' is readable by every user on this machine", severity: .warning,
                    at: location, hint: "chmod 600 \(name)"))
        }
        return try secret(bytes)
    }

    /// What a program prints, for settings that refer to no secret, too.
    package func output(of program: String, _ arguments: [String], in directory: FilePath, _ context: Context)
        async throws -> [UInt8]
    {
        let executable =
            program.contains("/") ? FilePath(program).absolute(in: directory) : context.executable(named: program)
        guard let executable else { throw failure("program '\(program)' not found on the PATH") }
        let termination: Termination
        let bytes: [UInt8]
        do {
            (termination, bytes) = try await context.processes.output(
                of: Invocation(executable, arguments, directory: directory))
        } catch let error as ProcessError {
            throw ConfigurationError(error.diagnostics.map { Diagnostic($0.message, at: location, hint: $0.hint) })
        }
        switch termination {
        case .exited(0): return bytes
        case .exited(let status): throw failure("'\(program)' exited with status \(status)")
        case .signaled(let signal): throw failure("'\(program)' was terminated by signal \(signal)")
        }
    }

    private func secret(_ bytes: [UInt8]) throws -> Secret {
        guard var text = String(validating: bytes, as: UTF8.self) else { throw failure("\(self) is not valid UTF-8") }
        if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
        guard !text.isEmpty else { throw failure("\(self) is empty") }
        return Secret(text)
    }

    private func failure(_ message: String) -> ConfigurationError {
        ConfigurationError(Diagnostic(message, at: location))
    }
}
