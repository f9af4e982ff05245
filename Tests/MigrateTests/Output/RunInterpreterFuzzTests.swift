import TestSupport
import Testing

@testable import DevtoolKit
@testable import Migrate

/// Whatever a changelog, a database or another version prints: it is read to its end.
@Suite struct RunInterpreterFuzzTests {
    private static let pieces = [
        "[2026-11-21 18:21:28] ", "INFO ", "SEVERE ", "WARNING ", "[liquibase.changelog] ", "[liquibase.integration] ",
        "ChangeSet ", "a.xml::1::ada", "a::", "::", " ran successfully in ", "34ms", "99999999999999999999999ms",
        "Marking ChangeSet: ", "Continuing past: ", " despite precondition failure due to onFail='MARK_RAN': ",
        "Change set a.xml::2::b failed, but failOnError was false.  Error: ", "[Failed SQL: ", "(0) ", "]",
        "Unexpected error running Liquibase: ", "Validation Failed:", "\n", "     1 change sets check sum",
        "\n          a::1::b was: 8:1 but is now: 8:2", "Error parsing line 99999999999999999999 column 2 of f: ",
        "Syntax error in file f: ", "line 1, column 2", "Migration failed for change set a.xml::3::c:",
        "\n     Reason: ", "\t", "at x", "Caused by: ", "java.lang.Error: ", "Rolling Back Changeset:",
        "Running Changeset: ", "Connection could not be created to x with driver y.  ", "é\u{301}", "\u{FFFD}", "\r",
        " ", "UPDATE SUMMARY", "3 change sets have not been applied to ", "     ",
    ]

    private static let reports = [
        "will-run", "ran", "run-failed", "will-roll-back", "rolled-back", "rollback-failed", "precondition", "log",
        "listening", "else",
    ]

    @Test func anyTextIsRead() {
        var random = SplitMix64(seed: 46)
        for _ in 0..<rounds(3000) {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random) ?? ""
            }.joined()
            var interpreter = RunInterpreter()
            var ended = 0
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let stream = OutputLine.Stream.allCases.randomElement(using: &random) ?? .error
                for case .ended in interpreter.receive(String(line), on: stream) { ended += 1 }
                guard Bool.random(using: &random) else { continue }
                let name = Self.reports.randomElement(using: &random) ?? ""
                let fields = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    Self.pieces.randomElement(using: &random) ?? ""
                }
                for case .ended in interpreter.receive(JavaReport(name, fields)) { ended += 1 }
            }
            let status = Int32.random(in: 0...1, using: &random)
            let outcome = interpreter.end(status: status)
            // What ends a run may end its last changeset.
            #expect((ended...ended + 1).contains(outcome.changeSets.count), "\(text)")
            #expect((outcome.failure != nil) == (status != 0), "\(text)")
            let diagnostics = outcome.failure?.diagnostics { _ in nil } ?? []
            #expect(diagnostics.isEmpty == (status == 0))
        }
    }

    @Test func longOutputNeedsLittleMemory() {
        var interpreter = RunInterpreter()
        let line = String(repeating: "x", count: 1000)
        _ = interpreter.receive("Unexpected error running Liquibase: first", on: .error)
        for _ in 0..<20_000 { _ = interpreter.receive(line, on: .error) }
        let failure = interpreter.end(status: 1).failure
        #expect(failure?.message.hasPrefix("first\nxxx") == true)
        #expect(failure?.message.utf8.count ?? 0 < 1 << 17)
    }
}

extension OutputLine.Stream { fileprivate static let allCases: [OutputLine.Stream] = [.output, .error] }
