import Glibc
public import SystemPackage

/// Where a command's words go: results to standard output, everything else to standard error.
///
/// Copies share what is on the terminal, the log of what was reported and the secrets to hide.
public struct Console: Sendable {
    /// How much is said.
    public let verbosity: Verbosity
    /// How messages look.
    let style: Style
    /// The terminal that messages go to; nil where they do not.
    let screen: Screen?
    /// Where results go.
    let output: FileDescriptor
    private let error: FileDescriptor
    private let isOutputOnScreen: Bool
    /// The name of the program, as users type it.
    package let program: String
    private let gitHub: GitHubActions?
    /// Where GitHub's runner finds the commands for it: whole lines, whatever becomes of other messages.
    private let runner: FileDescriptor
    private let log: RunLog
    private let secrets: KnownSecrets

    /// Creates a console; by default the process' own streams, without colours.
    ///
    /// - Parameters:
    ///   - output: the stream of results.
    ///   - error: the stream of messages.
    ///   - program: the name that stands before messages without a place.
    ///   - verbosity: how much is said.
    ///   - style: how messages look.
    public init(
        output: FileDescriptor = .standardOutput,
        error: FileDescriptor = .standardError,
        program: String = "devtool",
        verbosity: Verbosity = .normal,
        style: Style = .plain
    ) {
        self.init(
            output: output, error: error, program: program, verbosity: verbosity, style: style,
            gitHub: nil)
    }

    /// Creates a console that may speak to GitHub's runner.
    package init(
        output: FileDescriptor = .standardOutput, error: FileDescriptor = .standardError,
        program: String, verbosity: Verbosity, style: Style, gitHub: GitHubActions?,
        runner: FileDescriptor? = nil, log: RunLog = RunLog(),
        secrets: KnownSecrets = KnownSecrets()
    ) {
        self.runner = runner ?? error
        self.log = log
        self.secrets = secrets
        self.verbosity = verbosity
        self.style = style
        self.output = output
        self.error = error
        self.program = program
        self.gitHub = gitHub
        screen = error.isTerminal ? Screen(error) : nil
        isOutputOnScreen = screen != nil && output.isTerminal
    }

    /// This console with other streams, or another verbosity; what it is told and told to hide is one.
    package func with(
        output: FileDescriptor? = nil, error: FileDescriptor? = nil, verbosity: Verbosity? = nil
    ) -> Console {
        Console(
            output: output ?? self.output, error: error ?? self.error, program: program,
            verbosity: verbosity ?? self.verbosity, style: style, gitHub: gitHub,
            runner: runner, log: log, secrets: secrets)
    }

    /// Writes bytes of the result to standard output, all of them.
    ///
    /// ```swift
    /// try context.console.write([0x89, 0x50, 0x4E, 0x47].span.bytes)
    /// ```
    ///
    /// - Throws: ``OutputClosed`` when nobody reads any more, ``ConsoleError`` when writing fails.
    public func write(_ bytes: RawSpan) throws {
        // Safety: the bytes are lent for the call.
        try bytes.withUnsafeBytes { try write($0) }
    }

    /// Writes bytes as ``write(_:)`` does, for those who have a pointer to them.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            if isOutputOnScreen, let screen {
                try screen.write(bytes, to: output)
            } else {
                try output.writeAll(bytes)
            }
        } catch Errno.brokenPipe {
            throw OutputClosed()
        } catch let errno as Errno {
            throw ConsoleError.cannotWrite(errno)
        }
    }

    /// Whether results and messages go to the same terminal, pipe or file.
    package var isOneStream: Bool {
        var streams = (stat(), stat())
        guard fstat(output.rawValue, &streams.0) == 0, fstat(error.rawValue, &streams.1) == 0
        else { return false }
        return streams.0.st_dev == streams.1.st_dev && streams.0.st_ino == streams.1.st_ino
    }

    /// How many columns the terminal has that results go to; nil where they do not go to one.
    package var outputWidth: Int? { output.columns }

    /// Whether standard output is a terminal, of whatever width.
    package var isOutputTerminal: Bool { output.isTerminal }

    /// Writes a line of the result to standard output.
    ///
    /// - Throws: as ``write(_:)``.
    public func print(_ line: String) throws {
        var text = line.hasSuffix("\n") ? line : line + "\n"
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes to standard error; a failure is ignored, there is nowhere left to report it.
    public func writeError(_ bytes: RawSpan) {
        // Safety: the bytes are lent for the call.
        bytes.withUnsafeBytes { writeError($0) }
    }

    /// Writes bytes as ``writeError(_:)`` does, for those who have a pointer to them.
    package func writeError(_ bytes: UnsafeRawBufferPointer) {
        if let screen {
            try? screen.write(bytes, to: error)
        } else {
            _ = try? error.writeAll(bytes)
        }
    }

    /// Writes a line for the user to standard error, secrets as `***`.
    ///
    /// It may quote an input, or a plugin: nothing in it steers the terminal or GitHub's runner.
    ///
    /// - Parameters:
    ///   - line: the line, or several.
    ///   - least: how much must be said at least for this to be said: ``Verbosity/quiet`` for what is
    ///     said in any case, ``Verbosity/verbose`` for what only `--verbose` shows.
    public func say(_ line: String, at least: Verbosity = .normal) {
        guard verbosity >= least else { return }
        let text = hidingSecrets(in: line).replacingControlCharacters(except: "\n")
        writeMessage(quoted(text))
    }

    /// Reports a diagnostic on standard error, secrets as `***`, and keeps it for the reports.
    ///
    /// Notes are not shown with `--quiet`. Under GitHub's runner a diagnostic is an annotation, too.
    public func report(_ diagnostic: Diagnostic) { report(diagnostic, saying: writeMessage) }

    /// Reports a diagnostic as ``report(_:)`` does, but lets `say` write it, to where it is in its place.
    package func report(_ diagnostic: Diagnostic, saying say: (String) -> Void) {
        let diagnostic = diagnostic.hiding(secrets)
        log.append(diagnostic)
        if verbosity > .quiet || diagnostic.severity != .note {
            say(quoted(diagnostic.rendered(program: program, style: style)))
        }
        if let gitHub { command(gitHub.annotation(of: diagnostic)) }
    }

    /// Keeps the outcome of a piece of work for the reports, if there are to be any.
    public func record(_ testCase: TestCase) {
        guard keepsTestCases else { return }
        log.append(testCase.hiding(secrets))
    }

    /// What has been reported so far, in order.
    package var diagnostics: [Diagnostic] { log.diagnostics }

    /// Whether there are to be reports that have outcomes; for who has millions of them.
    package var keepsTestCases: Bool { log.keepsTestCases }

    /// What has been recorded so far, in order.
    package var testCases: [TestCase] { log.testCases }

    /// Hides secrets in all that is said and reported from now on.
    ///
    /// To be called before a child that knows them is started. GitHub's runner is told, too, so that it
    /// hides them in what others write.
    public func hide(_ secrets: [Secret]) {
        let new = self.secrets.insert(secrets)
        if gitHub != nil { new.forEach { command(GitHubActions.mask($0)) } }
    }

    /// The secrets that are to be hidden.
    package var knownSecrets: [Secret] { secrets.all }

    /// Whether a secret that is to be hidden is in one of some texts.
    package func secretsAreIn(_ texts: some Sequence<some Sequence<UInt8>>) -> Bool {
        secrets.areIn(texts)
    }

    /// Whether a report is written at the end that tells what failed work has written.
    package var reportsOutput: Bool { log.hasOutput }

    /// The text with `***` for every secret that is to be hidden.
    public func hidingSecrets(in text: String) -> String { secrets.hidden(in: text) }

    /// The lines between which GitHub's runner folds what comes under a title; nil elsewhere.
    package func gitHubGroup(_ title: String) -> (begin: String, end: String)? {
        gitHub == nil
            ? nil : (GitHubActions.group(hidingSecrets(in: title)), GitHubActions.endGroup)
    }

    /// The text as GitHub's runner shall see it, where there is one.
    private func quoted(_ text: String) -> String {
        gitHub == nil ? text : GitHubActions.quoted(text)
    }

    /// Gives GitHub's runner a command.
    private func command(_ command: String) {
        if runner == error { return writeMessage(command) }
        _ = try? runner.writeAll((command + "\n").utf8)
    }

    private func writeMessage(_ message: String) {
        var text = message.hasSuffix("\n") ? message : message + "\n"
        text.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
    }
}

/// Standard output's reader has gone, as `head` does: the command ends, and that is success.
public struct OutputClosed: Error {
    /// Creates the error.
    public init() {}
}

/// What can go wrong with the result's way out.
public enum ConsoleError: DiagnosableError {
    /// Standard output cannot be written: a full disk, an I/O error.
    case cannotWrite(Errno)

    /// The sentence for the user.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .cannotWrite(let errno): [Diagnostic("cannot write to standard output: \(errno)")]
        }
    }

    /// 74.
    public var exitStatus: ExitStatus { .inputOutputError }
}
