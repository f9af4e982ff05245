import Testing

@testable import Migrate

/// Later versions of Liquibase repeat in their log what they tell.
@Suite struct LogEchoTests {
    private static let entry = "[2026-11-21 18:24:00] INFO [liquibase.ui] "

    private func shown(_ lines: [String]) -> [String] {
        var echo = LogEcho()
        return lines.filter { !echo.isRepeated(by: $0) }
    }

    @Test func whatAnEntryRepeats() {
        let lines = ["a", "b", "", "c", Self.entry + "b", "", "c", "d"]
        #expect(shown(lines) == ["a", "b", "", "c", Self.entry + "b", "d"])
    }

    @Test func whatOnlyBeginsAlike() {
        let lines = ["a", "b", Self.entry + "a", "c", "b"]
        #expect(shown(lines) == lines)
        let others = ["a", "b", Self.entry.replacing(".ui", with: ".changelog") + "a", "b"]
        #expect(shown(others) == others)
    }

    @Test func remembersSoManyLines() {
        let lines = (1...1002).map { "line \($0)" }
        let repeated = shown(lines + [Self.entry + "line 1"] + lines.dropFirst())
        #expect(repeated == lines + [Self.entry + "line 1", "line 1001", "line 1002"])
    }
}
