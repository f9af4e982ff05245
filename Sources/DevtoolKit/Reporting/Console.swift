public import SystemPackage

/// Where a command's words go: results to standard output, everything else to standard error.
public struct Console: Sendable {
    private let output: FileDescriptor
    private let error: FileDescriptor
    private let program: String

    /// Creates a console; by default the process' own streams.
    ///
    /// - Parameters:
    ///   - output: the stream of results.
    ///   - error: the stream of messages.
    ///   - program: the name that stands before messages without a place.
    public init(
        output: FileDescriptor = .standardOutput,
        error: FileDescriptor = .standardError,
        program: String = "devtool"
    ) {
        self.output = output
        self.error = error
        self.program = program
    }

    /// Writes bytes of the result to standard output, all of them.
    ///
    /// - Throws: ``OutputClosed`` when nobody reads any more, ``ConsoleError`` when writing fails.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            try output.writeAll(bytes)
        } catch Errno.brokenPipe {
            throw OutputClosed()
        } catch let errno as Errno {
            throw ConsoleError.cannotWrite(errno)
        }
    }

    /// Writes a line of the result to standard output.
    ///
    /// - Throws: as ``write(_:)``.
    public func print(_ line: String) throws {
        var text = line.hasSuffix("\n") ? line : line + "\n"
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes to standard error; a failure is ignored, there is nowhere left to report it.
    public func writeError(_ bytes: UnsafeRawBufferPointer) {
        _ = try? error.writeAll(bytes)
    }

    /// Writes a line for the user to standard error.
    public func say(_ line: String) {
        var text = line.hasSuffix("\n") ? line : line + "\n"
        text.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
    }

    /// Reports a diagnostic on standard error.
    public func report(_ diagnostic: Diagnostic) {
        say(diagnostic.rendered(program: program))
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
