import Glibc
public import SystemPackage

/// A command's output: results go to standard output, messages to standard error.
///
/// Copies share the terminal, the log for reports and the secrets to mask.
public struct Console: Sendable {
    /// How many messages to print.
    public let verbosity: Verbosity
    package let style: Style
    /// The terminal of messages; `nil` if standard error is redirected.
    let screen: Screen?
    let output: FileDescriptor
    private let error: FileDescriptor
    private let isOutputOnScreen: Bool
    package let program: String
    private let gitHub: GitHubActions?
    /// The stream for commands to GitHub's runner, which must be on whole lines even if messages are redirected.
    private let runner: FileDescriptor
    /// Receives annotations; by default, they go to ``runner``.
    private let annotate: (@Sendable (String) -> Void)?
    private let log: RunLog
    private let secrets: KnownSecrets

    /// Creates a console, by default on the process's own streams and without colors.
    ///
    /// - Parameters:
    ///   - output: the stream of results.
    ///   - error: the stream of messages.
    ///   - program: the prefix of messages without a location.
    ///   - verbosity: how many messages to print.
    ///   - style: the colors of messages.
    public init(
        output: FileDescriptor = .standardOutput, error: FileDescriptor = .standardError, program: String = "devtool",
        verbosity: Verbosity = .normal, style: Style = .plain
    ) { self.init(output: output, error: error, program: program, verbosity: verbosity, style: style, gitHub: nil) }

    package init(
        output: FileDescriptor = .standardOutput, error: FileDescriptor = .standardError, program: String,
        verbosity: Verbosity, style: Style, gitHub: GitHubActions?, runner: FileDescriptor? = nil,
        annotating annotate: (@Sendable (String) -> Void)? = nil, log: RunLog = RunLog(),
        secrets: KnownSecrets = KnownSecrets()
    ) {
        self.runner = runner ?? error
        self.annotate = annotate
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

    /// Replaces streams or verbosity; shares log and secrets.
    package func with(
        output: FileDescriptor? = nil, error: FileDescriptor? = nil, verbosity: Verbosity? = nil,
        annotating annotate: (@Sendable (String) -> Void)? = nil, log: RunLog? = nil
    ) -> Console {
        Console(
            output: output ?? self.output, error: error ?? self.error, program: program,
            verbosity: verbosity ?? self.verbosity, style: style, gitHub: gitHub, runner: runner,
            annotating: annotate ?? self.annotate, log: log ?? self.log, secrets: secrets)
    }

    /// The console of a test case, which has the errors that are reported on it.
    package func ofCase() -> Console { with(log: RunLog(ofCaseIn: log)) }

    package var hasFailedCase: Bool { log.hasFailedCase }

    /// Writes all bytes to standard output.
    ///
    /// ```swift
    /// try context.console.write([0x89, 0x50, 0x4E, 0x47].span.bytes)
    /// ```
    ///
    /// - Throws: ``OutputClosed`` if the reader has closed the stream, ``ConsoleError`` if writing fails.
    public func write(_ bytes: RawSpan) throws {
        // Safety: the pointer is used only within the closure.
        try bytes.withUnsafeBytes { try write($0) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            if isOutputOnScreen, let screen { try screen.write(bytes, to: output) } else { try output.writeAll(bytes) }
        } catch Errno.brokenPipe { throw OutputClosed() } catch let errno as Errno {
            throw ConsoleError.cannotWrite(errno)
        }
    }

    /// Whether results and messages go to the same terminal, pipe or file.
    package var isOneStream: Bool {
        var streams = (stat(), stat())
        guard fstat(output.rawValue, &streams.0) == 0, fstat(error.rawValue, &streams.1) == 0 else { return false }
        return streams.0.st_dev == streams.1.st_dev && streams.0.st_ino == streams.1.st_ino
    }

    package var outputWidth: Int? { output.columns }

    package var isOutputTerminal: Bool { output.isTerminal }

    /// Writes a line to standard output.
    ///
    /// - Throws: as ``write(_:)``.
    public func print(_ line: String) throws {
        var text = line.hasSuffix("\n") ? line : line + "\n"
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes to standard error and ignores errors, since they could not be reported.
    public func writeError(_ bytes: RawSpan) {
        // Safety: the pointer is used only within the closure.
        bytes.withUnsafeBytes { writeError($0) }
    }

    package func writeError(_ bytes: UnsafeRawBufferPointer) {
        if let screen { try? screen.write(bytes, to: error) } else { _ = try? error.writeAll(bytes) }
    }

    /// Prints a message to standard error, with secrets masked.
    ///
    /// Text that would control the terminal or GitHub's runner is neutralized, because the message may quote an input.
    ///
    /// - Parameters:
    ///   - line: one or more lines.
    ///   - least: the minimum verbosity: ``Verbosity/quiet`` prints always, ``Verbosity/verbose`` only with
    ///     `--verbose`.
    ///   - role: determines the color.
    public func say(_ line: String, at least: Verbosity = .normal, as role: Style.Role? = nil) {
        guard verbosity >= least else { return }
        let text = quoted(hidingSecrets(in: line).replacingControlCharacters(except: "\n"))
        writeMessage(role.map { style($0, text) } ?? text)
    }

    /// Prints the rows of a table in the styles of their roles.
    package func say(_ table: Table) {
        for (line, role) in zip(table.lines(width: nil), table.roles) { say(line, as: role) }
    }

    /// Reports a diagnostic on standard error with secrets masked, and keeps it for the reports.
    ///
    /// `--quiet` hides notes. In GitHub Actions, a diagnostic is also an annotation.
    public func report(_ diagnostic: Diagnostic) { report(diagnostic, saying: writeMessage) }

    package func report(_ diagnostic: Diagnostic, saying say: (String) -> Void) {
        let diagnostic = diagnostic.hiding(secrets)
        log.append(diagnostic)
        if verbosity > .quiet || diagnostic.severity != .note {
            say(quoted(diagnostic.rendered(program: program, style: style)))
        }
        if let gitHub { (annotate ?? command)(gitHub.annotation(of: diagnostic)) }
    }

    /// Keeps the outcome of a piece of work, if a report needs it.
    public func record(_ testCase: TestCase) {
        guard keepsTestCases else { return }
        log.append(testCase.hiding(secrets))
    }

    package var diagnostics: [Diagnostic] { log.diagnostics }
    package var diagnosticsOfCases: Set<Diagnostic> { log.diagnosticsOfCases }
    /// Only those of this test case.
    package var ownDiagnostics: [Diagnostic] { log.ownDiagnostics }

    /// Whether a report needs test cases; lets callers with millions of them skip the work.
    package var keepsTestCases: Bool { log.keepsTestCases }

    package var testCases: [TestCase] { log.testCases }

    /// Masks secrets in all further output.
    ///
    /// Call this before starting a child process that knows them. It also tells GitHub's runner to mask them in the
    /// output of other programs.
    public func hide(_ secrets: [Secret]) {
        let new = self.secrets.insert(secrets)
        if gitHub != nil { new.forEach { command(GitHubActions.mask($0)) } }
    }

    package var knownSecrets: [Secret] { secrets.all }

    package func secretsAreIn(_ texts: some Sequence<some Sequence<UInt8>>) -> Bool { secrets.areIn(texts) }

    package var reportsOutput: Bool { log.hasOutput }

    /// Replaces every secret in the text with `***`.
    public func hidingSecrets(in text: String) -> String { secrets.hidden(in: text) }

    private func quoted(_ text: String) -> String { gitHub == nil ? text : GitHubActions.quoted(text) }

    @Sendable private func command(_ command: String) {
        if runner == error { return writeMessage(command) }
        _ = try? runner.writeAll((command + "\n").utf8)
    }

    private func writeMessage(_ message: String) {
        var text = message.hasSuffix("\n") ? message : message + "\n"
        text.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
    }
}

/// The reader of standard output has closed it, as `head` does; the command ends successfully.
public struct OutputClosed: Error {
    /// Creates the error.
    public init() {}
}

/// An error with standard output.
public enum ConsoleError: DiagnosableError {
    case cannotWrite(Errno)

    /// The message.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .cannotWrite(let errno): [Diagnostic("cannot write to standard output: \(errno)")]
        }
    }

    /// 74.
    public var exitStatus: ExitStatus { .inputOutputError }
}
