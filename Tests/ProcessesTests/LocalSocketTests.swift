import Synchronization
import TestSupport
import Testing

@testable import Processes

/// Lines between two processes of a user, of which both are this one here.
@Suite struct LocalSocketTests {
    /// What was heard.
    private final class Heard: Sendable {
        private let lines = Mutex<[String]>([])

        func hear(_ line: [UInt8]?) {
            lines.withLock { $0.append(line.map { String(decoding: $0, as: UTF8.self) } ?? "end") }
        }

        func wait(for expected: [String]) async throws { try await eventually { lines.withLock(\.self) == expected } }
    }

    @Test func linesGoBothWays() async throws {
        let (guest, host) = (Heard(), Heard())
        let server = try LocalServer { connection, line in
            host.hear(line)
            if let line { connection.send(line + line) }
        }
        let connection = try LocalConnection.connect(to: server.name) { guest.hear($1) }
        connection.send(Array("a".utf8))
        connection.send([])
        let long = String(repeating: "x", count: 50_000)
        connection.send(Array(long.utf8))
        try await guest.wait(for: ["aa", "", long + long])
        connection.close()
        try await host.wait(for: ["a", "", long, "end"])
        server.close()
        // A child that another test starts has the socket until its program begins.
        try await eventually { (try? LocalConnection.connect(to: server.name) { _, _ in })?.close() == nil }
    }

    @Test func aLineThatIsTooLongEndsTheConnection() async throws {
        let (guest, host) = (Heard(), Heard())
        let server = try LocalServer { host.hear($1) }
        let connection = try LocalConnection.connect(to: server.name) { guest.hear($1) }
        connection.send([UInt8](repeating: 1, count: LocalConnection.longestLine + 100_000))
        try await guest.wait(for: ["end"])
        try await host.wait(for: ["end"])
        // It goes nowhere.
        connection.send([1])
        server.close()
    }
}
