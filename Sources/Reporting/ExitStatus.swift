/// A command's exit status; the numbers follow BSD's `sysexits.h`.
///
/// A command that has already reported everything throws a status:
///
/// ```swift
/// throw ExitStatus.problemsFound
/// ```
public struct ExitStatus: Error, Hashable, Sendable {
    /// The number that the parent process sees, from 0 to 255.
    public let rawValue: Int32

    /// Creates the status of a child process, to pass it on.
    public init(ofChild rawValue: Int32) { self.rawValue = rawValue }

    private init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// 0: the command succeeded.
    public static let success = ExitStatus(0)
    /// 1: the command found problems, or found nothing.
    public static let problemsFound = ExitStatus(1)
    /// 64: the command line is invalid (`EX_USAGE`).
    public static let usage = ExitStatus(64)
    /// 65: an input is malformed (`EX_DATAERR`).
    public static let badData = ExitStatus(65)
    /// 66: an input is missing or unreadable (`EX_NOINPUT`).
    public static let noInput = ExitStatus(66)
    /// 69: a required tool or host is unavailable (`EX_UNAVAILABLE`).
    public static let unavailable = ExitStatus(69)
    /// 70: a bug in devtool (`EX_SOFTWARE`).
    public static let internalError = ExitStatus(70)
    /// 73: an output cannot be created (`EX_CANTCREAT`).
    public static let cannotCreate = ExitStatus(73)
    /// 74: reading or writing failed (`EX_IOERR`).
    public static let inputOutputError = ExitStatus(74)
    /// 75: a timeout expired (`EX_TEMPFAIL`).
    public static let timedOut = ExitStatus(75)
    /// 77: a login or permission is missing or was refused (`EX_NOPERM`).
    public static let permissionDenied = ExitStatus(77)
    /// 78: `devtool.yml`, or a variable it refers to, is invalid (`EX_CONFIG`).
    public static let badConfiguration = ExitStatus(78)
}

extension ExitStatus? {
    /// Prints results with `tell`, then throws this status if it is not `nil`.
    ///
    /// A closed output does not turn a failure into a success.
    package func end(telling tell: () async throws -> Void) async throws {
        do { try await tell() } catch let closed as OutputClosed {
            if let self { throw self }
            throw closed
        }
        if let self { throw self }
    }
}
