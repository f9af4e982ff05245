public import Reporting
import Shell
public import SystemPackage

/// A description of a child process before its start; printing it shows no secret.
public struct Invocation: Sendable, CustomStringConvertible {
    /// The standard input of a child.
    public enum Input: Sendable {
        case none
        /// Secret text as an unnamed in-memory file; the child can open `/dev/stdin` repeatedly and reads all of it
        /// each time.
        case secret(Secret)
        /// An open file from its current position; it must stay open until the child has ended.
        case file(FileDescriptor)
    }

    /// The destination of a child's standard output and standard error.
    public enum Output: Hashable, Sendable {
        case relayed
        /// Directly to devtool's own streams, without masking.
        ///
        /// The child still has its own process group, so that signals reach its descendants. On a terminal it is
        /// therefore in the background: it may write and change settings, even after `stty tostop`, but is suspended if
        /// it reads. A child that reads must be ``Invocation/isInteractive``.
        case inherited
    }

    /// The path of the program.
    public var executable: FilePath
    /// The arguments after the program's name; they may hold bytes that are not UTF-8.
    public var arguments: [String]
    /// Changes to devtool's environment; `nil` removes a variable.
    public var environment: [String: String?]
    /// The working directory; `nil` for devtool's.
    public var directory: FilePath?
    /// The standard input.
    public var input: Input
    /// The destination of output.
    public var output = Output.relayed
    /// Secrets to mask in relayed output.
    public var secrets: [Secret]
    /// Whether the child receives a secret otherwise than through its arguments and environment, which devtool checks.
    package var receivesSecret = false
    /// The warning after standard output that contained a secret.
    package var hiddenSecretWarning: Diagnostic {
        Diagnostic("the output of '\(executable)' contained a secret, shown as ***", severity: .warning)
    }
    /// Called at the end if standard output contained a secret; replaces the warning.
    package var onHidden: (@Sendable () -> Void)?
    /// Whether standard error goes to standard output, which preserves their order.
    public var combinesStreams = false
    /// Whether the child has exclusive use of the terminal and of devtool's standard streams.
    ///
    /// Editors and database shells need this. Nothing is relayed or masked, and no other child runs meanwhile.
    public var isInteractive = false
    /// Called when the child starts, which an interactive child, and others meanwhile, may have to wait for.
    package var whenStarted: (@Sendable () -> Void)?
    /// Whether output is relayed even though the child is interactive.
    package var isRelayed = false
    /// Whether the child survives devtool's termination signals.
    ///
    /// Such a child helps another one to end, and ends with its own input.
    package var outlivesSignals = false
    /// Whether the child's process group is ended if devtool is killed; does not apply to interactive children.
    package var endsWithDevtool = false
    var isGuarded: Bool { endsWithDevtool && !isInteractive }
    /// The time limit; `nil` for none.
    public var timeout: Duration?
    /// The time between a stop request and killing; `nil` for the runner's default.
    public var gracePeriod: Duration?
    /// Called at the first stop request before any signal, to stop the child in another way.
    ///
    /// For example, canceling a database statement lets its client exit cleanly. The closure returns whether the child
    /// is expected to exit, and is cancelled when it does. It has a few seconds, but at most half of the grace period;
    /// then the signal is sent anyway. The user's second signal does not wait for it.
    public var beforeStop: (@Sendable () async -> Bool)?

    /// Describes a child process.
    public init(
        _ executable: FilePath, _ arguments: [String] = [], environment: [String: String?] = [:],
        directory: FilePath? = nil, input: Input = .none, secrets: [Secret] = []
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.input = input
        self.secrets = secrets
    }

    /// The command line in shell syntax, with secrets masked.
    public var description: String {
        let redactor = Redactor(hiding: secrets)
        return ([executable.string] + arguments).map { redactor.hidden(in: $0) }.map(Self.quoted).joined(separator: " ")
    }

    package static func quoted(_ word: String) -> String {
        // The mask of a secret needs no quotes, although `*` is special.
        ShellText.isPlain(word.replacing(Secret.mask, with: "_")) ? word : ShellText.quoted(word)
    }
}
