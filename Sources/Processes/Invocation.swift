public import Reporting
public import SystemPackage

/// A child process, described before it is started; the description can be shown, it holds no secret.
public struct Invocation: Sendable, CustomStringConvertible {
    /// The standard input of a child.
    public enum Input: Sendable {
        /// Nothing: the end of the file at once.
        case none
        /// A secret text, as a file in memory that has no name: a child may open its `/dev/stdin` again and
        /// again, and reads all of it each time.
        case secret(Secret)
        /// An open file, from where it stands; it must stay open until the child has ended.
        case file(FileDescriptor)
    }

    /// The destination of a child's standard output and standard error.
    public enum Output: Hashable, Sendable {
        /// Through devtool, which passes on what it reads, secrets as `***`.
        case relayed
        /// Where devtool's own go; devtool sees, redacts and keeps nothing of it.
        ///
        /// The child still has a process group of its own, so that signals reach all that it starts. On a
        /// terminal it is in the background therefore: it may write there and set it, also after
        /// `stty tostop`, but is stopped when it reads from there. One that has to is ``Invocation/isInteractive``.
        case inherited
    }

    /// The program, by its path.
    public var executable: FilePath
    /// The arguments after the program's name; they may hold bytes.
    public var arguments: [String]
    /// Variables that differ from devtool's own; nil takes one away.
    public var environment: [String: String?]
    /// The folder the child starts in; nil for devtool's own.
    public var directory: FilePath?
    /// The child's standard input.
    public var input: Input
    /// Where its output goes.
    public var output = Output.relayed
    /// Secrets to redact: they show as `***` in the output that devtool relays.
    public var secrets: [Secret]
    /// Whether the child gets a secret in another way than by its arguments and variables, which devtool looks at itself.
    package var receivesSecret = false
    /// What is called at the end instead of a warning, if a secret was in the standard output.
    package var onHidden: (@Sendable () -> Void)?
    /// Whether standard error goes the way of standard output, so that the two keep their order.
    public var combinesStreams = false
    /// Whether the child has the terminal and devtool's standard streams for itself.
    ///
    /// An editor or a database shell needs that. Nothing is relayed or redacted then, and no other child
    /// runs meanwhile.
    public var isInteractive = false
    /// Whether an interactive child's output is relayed nevertheless; it has the terminal to read from.
    package var isRelayed = false
    /// Whether the child lives on when a signal asks devtool to stop: it helps another to end in order, and ends
    /// itself when its input does.
    package var outlivesSignals = false
    /// Whether the child, and all of its group, is ended when devtool is killed; an interactive one has no group.
    package var endsWithDevtool = false
    var isGuarded: Bool { endsWithDevtool && !isInteractive }
    /// How long the child may run before it is stopped; nil for any time.
    public var timeout: Duration?
    /// How long the child may take to end when it was asked to, before it is killed; nil for what the
    /// runner grants.
    public var gracePeriod: Duration?
    /// What is tried when the child is first asked to stop, before a signal goes to it; nil for nothing.
    ///
    /// A database, for instance, can cancel a statement, after which its client ends in order, as it would
    /// not for a signal. The closure returns whether the child can be expected to end by itself now, and
    /// is cancelled once that has happened. It has a few seconds, and half of the grace period at most;
    /// then the signal is sent all the same. The user's second signal does not wait for it.
    public var beforeStop: (@Sendable () async -> Bool)?

    /// Describes a child process.
    public init(
        _ executable: FilePath,
        _ arguments: [String] = [],
        environment: [String: String?] = [:],
        directory: FilePath? = nil,
        input: Input = .none,
        secrets: [Secret] = []
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.input = input
        self.secrets = secrets
    }

    /// The command line as a shell would read it, secrets as `***`.
    public var description: String {
        let redactor = Redactor(hiding: secrets)
        return ([executable.string] + arguments)
            .map { redactor.hidden(in: $0) }.map(Self.quoted).joined(separator: " ")
    }

    /// A word as a shell would read it as one.
    package static func quoted(_ word: String) -> String {
        // What stands for a secret is no pattern.
        let isPlain =
            !word.isEmpty
            && word.replacing(Secret.mask, with: "").utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "_-./=:,@%+".utf8.contains(byte)
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
