import Subprocess
import Synchronization
import SystemPackage

/// The one place where children are started.
///
/// Every child gets a process group of its own, so that signals reach all that it starts; its input is
/// what the ``Invocation`` says, its output is relayed as it comes, secrets redacted. When the output
/// can no longer be written, the child still runs to its end: a migration is not to be cut short because
/// its log is piped into `head`.
public struct ProcessRunner: Sendable {
    private let console: Console

    /// Creates a runner that relays to a console.
    public init(console: Console) {
        self.console = console
    }

    /// Runs a child to its end, relaying its standard output and standard error as they come.
    ///
    /// - Throws: ``ProcessError`` when it cannot be started, ``Interrupted`` when devtool was asked to stop
    ///   while it ran, ``ConsoleError`` when its output could not be written.
    public func run(_ invocation: Invocation) async throws -> Termination {
        let console = self.console
        return try await run(invocation, output: { try console.write($0) })
    }

    /// Runs a child to its end and returns its standard output; its standard error is relayed.
    ///
    /// - Throws: as ``run(_:)``.
    public func output(of invocation: Invocation) async throws -> (Termination, output: [UInt8]) {
        let collected = Collected()
        let termination = try await run(invocation, output: { collected.append($0) })
        return (termination, collected.bytes)
    }

    private typealias Relay = @Sendable (UnsafeRawBufferPointer) throws -> Void

    private func run(
        _ invocation: Invocation, output: @escaping Relay
    ) async throws -> Termination {
        let console = self.console
        let redactor = Redactor(hiding: invocation.secrets)
        let interruption = Interruption()
        defer { _ = interruption.end() }
        do {
            let result = try await Subprocess.run(
                Subprocess.Configuration(invocation), input: .inputWriter, output: .sequence,
                error: .sequence
            ) { execution in
                interruption.forward(to: execution.processIdentifier.value)
                async let written: Void = invocation.input.write(to: execution.standardInputWriter)
                async let reported: (any Error)? = Self.relay(
                    execution.standardError, through: redactor, to: { console.writeError($0) })
                let failure = try await Self.relay(
                    execution.standardOutput, through: redactor, to: output)
                _ = try await (written, reported)
                return failure
            }
            if let signal = interruption.end() { throw Interrupted(signal: signal) }
            if let failure = result.closureResult, !(failure is OutputClosed) { throw failure }
            switch result.terminationStatus {
            case .exited(let status): return .exited(status)
            case .signaled(let signal): return .signaled(signal)
            }
        } catch let error as SubprocessError {
            throw ProcessError.cannotRun(invocation.executable.string, "\(error)")
        }
    }

    /// Passes a stream on to its end, and returns the first error met in doing so.
    private static func relay(
        _ stream: SubprocessOutputSequence, through redactor: Redactor, to relay: Relay
    ) async throws -> (any Error)? {
        var redactor = redactor
        var failure: (any Error)?
        func pass(_ bytes: UnsafeRawBufferPointer) {
            guard failure == nil, !bytes.isEmpty else { return }
            do { try relay(bytes) } catch { failure = error }
        }
        for try await buffer in stream {
            buffer.withUnsafeBytes { bytes in
                if redactor.isIdle {
                    pass(bytes)
                } else {
                    redactor.redact(bytes).withUnsafeBytes(pass)
                }
            }
        }
        redactor.finish().withUnsafeBytes(pass)
        return failure
    }

    /// Output that is kept rather than relayed.
    private final class Collected: Sendable {
        private let storage = Mutex<[UInt8]>([])

        var bytes: [UInt8] { storage.withLock { $0 } }

        func append(_ bytes: UnsafeRawBufferPointer) {
            storage.withLock { $0 += bytes }
        }
    }
}

extension Subprocess.Configuration {
    fileprivate init(_ invocation: Invocation) {
        var options = PlatformOptions()
        options.processGroupID = 0
        self.init(
            executable: .path(invocation.executable),
            arguments: Arguments(invocation.arguments),
            environment: .inherit.updating(
                Dictionary(
                    uniqueKeysWithValues: invocation.environment.map {
                        (Environment.Key(stringLiteral: $0), $1)
                    })),
            workingDirectory: invocation.directory,
            platformOptions: options)
    }
}

extension Invocation.Input {
    /// Gives the child its input; it may end without reading it, that is its right.
    fileprivate func write(to writer: StandardInputWriter) async {
        if case .secret(let secret) = self { _ = try? await writer.write(secret.revealed) }
        try? await writer.finish()
    }
}

/// What keeps a child from running.
public enum ProcessError: DiagnosableError {
    /// The program at this path cannot be started, for this reason.
    case cannotRun(String, String)

    /// The sentence for the user.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .cannotRun(let program, let reason): [Diagnostic("cannot run '\(program)': \(reason)")]
        }
    }

    /// 69.
    public var exitStatus: ExitStatus { .unavailable }
}
