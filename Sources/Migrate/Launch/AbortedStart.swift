import DevtoolKit
import Synchronization
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// Tells whether Java aborted before it ran any of Liquibase, and keeps what it then says to itself.
///
/// A file of class data that is cut off while it is looked at aborts Java, with a report on its standard
/// output and a longer one in a file. Nothing has been done by then, and the run can be started once more.
final class AbortedStart: Sendable {
    private struct State {
        /// The beginning of the output, while that may be a report.
        var held: [UInt8]? = []
    }

    private let state = Mutex(State())
    private let output: LiquibaseLaunch.Output

    /// What a report begins with.
    private static let beginning = Array(
        "#\n# A fatal error has been detected by the Java Runtime Environment:\n".utf8)
    /// The most of a report that is kept; they have some 20 lines.
    private static let limit = 1 << 16

    /// Passes on what is no report.
    init(passingTo output: @escaping LiquibaseLaunch.Output) {
        self.output = output
    }

    /// Takes the next bytes of the output.
    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        let passed: [UInt8]? = state.withLock { state in
            guard let held = state.held else { return nil }
            let all = held + bytes
            let isReport = zip(all, Self.beginning).allSatisfy(==) && all.count <= Self.limit
            state.held = isReport ? all : nil
            return isReport ? [] : all
        }
        if let passed {
            try passed.withUnsafeBytes { if !$0.isEmpty { try output($0) } }
        } else {
            try output(bytes)
        }
    }

    /// Whether Java aborted at its start; if not, what was kept is passed on.
    func finish(after termination: Termination) throws -> Bool {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        if termination == .signaled(SIGABRT), let report = Self.reportFile(in: held),
            let bytes = try? report.contents(),
            String(decoding: bytes, as: UTF8.self).contains("(not fully initialized)")
        {
            report.removeRecursively()
            return true
        }
        try held.withUnsafeBytes { if !$0.isEmpty { try output($0) } }
        return false
    }

    /// The file of the longer report.
    private static func reportFile(in text: [UInt8]) -> FilePath? {
        String(decoding: text, as: UTF8.self)
            .firstMatch(of: /(?m)^# An error report file .* is saved as:\n# (.+)$/)
            .map { FilePath(String($0.1)) }
    }
}
