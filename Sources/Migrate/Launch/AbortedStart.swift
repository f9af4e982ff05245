import DevtoolKit
import Glibc
import Synchronization
import SystemPackage

/// Detects that Java aborted before it ran Liquibase, and holds back its report.
///
/// A file of class data that is cut off while it is looked at aborts Java, with a report on its standard
/// output and a longer one in a file. Nothing has been done by then, and the run can be started once more.
final class AbortedStart: Sendable {
    /// The beginning of the output, while that may be a report.
    private let held = Mutex<[OutputLine]?>([])
    private let consume: @Sendable (OutputLine) throws -> Void

    /// What a report begins with.
    private static let beginning = Array(
        "#\n# A fatal error has been detected by the Java Runtime Environment:\n".utf8)
    /// The most lines of a report that are kept; they have some 20.
    private static let limit = 1000

    /// Passes on what is no report.
    init(passingTo consume: @escaping @Sendable (OutputLine) throws -> Void) {
        self.consume = consume
    }

    func receive(_ line: OutputLine) throws {
        guard line.stream == .output else { return try consume(line) }
        let passed = held.withLock { held -> [OutputLine] in
            guard let before = held else { return [line] }
            let all = before + [line]
            let isReport =
                zip(all.flatMap(\.bytes), Self.beginning).allSatisfy(==) && all.count <= Self.limit
            held = isReport ? all : nil
            return isReport ? [] : all
        }
        try passed.forEach(consume)
    }

    /// Whether Java aborted at its start; if not, what was kept is passed on.
    func finish(after termination: Termination) throws -> Bool {
        let held = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        if termination == .signaled(SIGABRT),
            let report = Self.reportFile(in: held.flatMap(\.bytes)),
            let bytes = try? report.contents(),
            String(decoding: bytes, as: UTF8.self).contains("(not fully initialized)")
        {
            report.removeRecursively()
            return true
        }
        try held.forEach(consume)
        return false
    }

    /// The file of the longer report.
    private static func reportFile(in text: [UInt8]) -> FilePath? {
        String(decoding: text, as: UTF8.self)
            .firstMatch(of: /(?m)^# An error report file .* is saved as:\n# (.+)$/)
            .map { FilePath(String($0.1)) }
    }
}
