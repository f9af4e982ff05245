import DevtoolKit
import Glibc
import Synchronization
import SystemPackage

/// Detects that Java aborted before it ran Liquibase, and holds back its error report.
///
/// Java aborts if its class data archive is truncated while mapped. It writes a report to standard output and a longer
/// one to a file. Nothing has been done by then, so the run can start once more.
final class AbortedStart: Sendable {
    private let held = Mutex<[OutputLine]?>([])
    private let consume: @Sendable (OutputLine) throws -> Void

    private static let beginning = Array("#\n# A fatal error has been detected by the Java Runtime Environment:\n".utf8)
    /// The maximum number of lines to hold; a report has about 20.
    private static let limit = 1000

    init(passingTo consume: @escaping @Sendable (OutputLine) throws -> Void) { self.consume = consume }

    func receive(_ line: OutputLine) throws {
        guard line.stream == .output else { return try consume(line) }
        let passed = held.withLock { held -> [OutputLine] in
            guard let before = held else { return [line] }
            let all = before + [line]
            let isReport = zip(all.flatMap(\.bytes), Self.beginning).allSatisfy(==) && all.count <= Self.limit
            held = isReport ? all : nil
            return isReport ? [] : all
        }
        try passed.forEach(consume)
    }

    /// Returns whether Java aborted at its start; otherwise passes on the held lines.
    func finish(after termination: Termination) throws -> Bool {
        let held = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        if termination == .signaled(SIGABRT), let report = Self.reportFile(in: held.flatMap(\.bytes)),
            let bytes = try? report.contents(),
            String(decoding: bytes, as: UTF8.self).contains("(not fully initialized)")
        {
            report.removeRecursively()
            return true
        }
        try held.forEach(consume)
        return false
    }

    private static func reportFile(in text: [UInt8]) -> FilePath? {
        String(decoding: text, as: UTF8.self).firstMatch(of: /(?m)^# An error report file .* is saved as:\n# (.+)$/).map
        { FilePath(String($0.1)) }
    }
}
