import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// What the real database servers of tests have in common.
enum DatabaseServer {
    /// Runs a script of `Fixtures` that starts a server and prints `ready`, then `body`; the server stops after it.
    ///
    /// The port stays reserved until then.
    static func run(
        _ script: String, _ arguments: [String], on port: LoopbackSocket, named name: String,
        body: () async throws -> Void
    ) async throws {
        defer { withExtendedLifetime(port) {} }
        let path = Scenario.fixtures.appending(path: script).path
        var failure: (any Error)?
        _ = try await Subprocess.run(
            .path(FilePath(path)), arguments: Arguments(arguments), input: .inputWriter, output: .sequence,
            error: .combinedWithOutput
        ) { execution in
            var said = ""
            for try await buffer in execution.standardOutput {
                said += buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                if said.hasSuffix("ready\n") { break }
            }
            guard said.hasSuffix("ready\n") else {
                failure = Unavailable(description: "\(name) is needed (Scripts/test gets it): \(said)")
                return
            }
            // An error thrown here would have the script killed before it can stop the server.
            do { try await body() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Starts a server that tests share; it stops when the process of the tests has ended, however that ended.
    ///
    /// - Parameter runAlone: runs a body with a server.
    /// - Returns: the server, or why there is none.
    static func shared<Server: Sendable>(
        _ runAlone: @escaping @Sendable (@Sendable (Server) async throws -> Void) async throws -> Void
    ) -> Task<Server, any Error> {
        let (servers, source) = AsyncThrowingStream.makeStream(of: Server.self)
        Task {
            do {
                try await runAlone { server in
                    source.yield(server)
                    try await Task.sleep(for: .seconds(1 << 30))
                }
                source.finish()
            } catch { source.finish(throwing: error) }
        }
        return Task {
            var iterator = servers.makeAsyncIterator()
            return try #require(try await iterator.next())
        }
    }

    /// There is no such server.
    struct Unavailable: Error, CustomStringConvertible { let description: String }
}

/// A server that tests ask what it does.
protocol QueriedServer: Sendable {
    /// The password of its user `app`.
    var password: String { get }
    /// What a statement gives, a line for each row.
    @discardableResult func query(_ statement: String) async throws -> String
}

extension QueriedServer {
    /// The password as it stands in a URL.
    var encoded: String { password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }

    /// Waits until a statement gives something, and returns that.
    @discardableResult func wait(for statement: String) async throws -> String {
        // So long that every machine does it; what never comes fails the test instead of keeping it.
        let deadline = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < deadline {
            let answer = try await query(statement)
            if !answer.isEmpty { return answer }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw NeverHappened(statement: statement)
    }
}

/// What the database never came to tell.
struct NeverHappened: Error {
    /// What it was asked.
    let statement: String
}
