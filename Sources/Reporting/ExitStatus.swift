/// The status a command ends with; the numbers follow BSD's `sysexits.h` where it has one.
///
/// A command that has already said what is to be said throws a status to end with it:
///
/// ```swift
/// throw ExitStatus.problemsFound
/// ```
public struct ExitStatus: Error, Hashable, Sendable {
    /// The number the parent process sees, 0 to 255.
    public let rawValue: Int32

    /// Creates the status a child process ended with, to pass it through.
    public init(ofChild rawValue: Int32) {
        self.rawValue = rawValue
    }

    private init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// 0: the command did what it was asked to.
    public static let success = ExitStatus(0)
    /// 1: the command ran, and found problems, or found nothing.
    public static let problemsFound = ExitStatus(1)
    /// 64: the command line is wrong (`EX_USAGE`).
    public static let usage = ExitStatus(64)
    /// 65: the input is malformed (`EX_DATAERR`).
    public static let badData = ExitStatus(65)
    /// 66: an input is missing or cannot be read (`EX_NOINPUT`).
    public static let noInput = ExitStatus(66)
    /// 69: a tool or a host that is needed is not there (`EX_UNAVAILABLE`).
    public static let unavailable = ExitStatus(69)
    /// 70: internal error: a bug in devtool (`EX_SOFTWARE`).
    public static let internalError = ExitStatus(70)
    /// 73: cannot create an output (`EX_CANTCREAT`).
    public static let cannotCreate = ExitStatus(73)
    /// 74: reading or writing failed (`EX_IOERR`).
    public static let inputOutputError = ExitStatus(74)
    /// 75: the time allowed ran out (`EX_TEMPFAIL`).
    public static let timedOut = ExitStatus(75)
    /// 77: missing or refused login or permission (`EX_NOPERM`).
    public static let permissionDenied = ExitStatus(77)
    /// 78: `devtool.yml` or a variable it refers to is wrong (`EX_CONFIG`).
    public static let badConfiguration = ExitStatus(78)
}

extension ExitStatus? {
    /// Tells of what a command has come to, and ends it with this status; also where nobody reads what is told, which
    /// makes no success of a failure.
    ///
    /// - Parameter tell: writes on the console.
    /// - Throws: the status, if there is one; what `tell` throws.
    package func end(telling tell: () async throws -> Void) async throws {
        do {
            try await tell()
        } catch let closed as OutputClosed {
            if let self { throw self }
            throw closed
        }
        if let self { throw self }
    }
}
