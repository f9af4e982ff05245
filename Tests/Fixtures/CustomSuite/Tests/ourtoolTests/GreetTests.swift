import ArgumentParser
import DevtoolKit
import SystemPackage
import Testing

@testable import ourtool

/// `ourtool greet`, run in the test's process with a context of its own.
@Suite struct GreetTests {
    /// What the arguments print, and the exit status.
    private func greet(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> (String, Int32) {
        let (reading, writing) = try FileDescriptor.pipe()
        defer { try? reading.close() }
        let console = Console(output: writing, error: writing, program: "ourtool")
        let context = Context(
            console: console, processes: ProcessRunner(console: console), environment: environment,
            workingDirectory: "/", plugins: Ourtool.commands)
        var status: Int32 = 0
        do {
            var command = try GreetCommand.parse(arguments)
            try await command.run(in: context)
        } catch let failure as DevtoolKit.ExitStatus {
            // 'Testing' has a type of this name, too.
            status = failure.rawValue
        }
        try writing.close()
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = try bytes.withUnsafeMutableBytes { try reading.read(into: $0) }
        return (String(decoding: bytes[..<count], as: UTF8.self), status)
    }

    @Test func usesTheSetting() async throws {
        let (text, status) = try await greet(["Ada"], ["DEVTOOL_GREET_GREETING": "Welcome"])
        #expect(text == "Welcome, Ada\n")
        #expect(status == 0)
    }

    @Test func refusesNobody() async throws {
        let (text, status) = try await greet(["nobody"])
        #expect(text == "ourtool: there is nobody\n  hint: name somebody\n")
        #expect(status == 1)
    }
}
