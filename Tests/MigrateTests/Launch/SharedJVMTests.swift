import DevtoolKit
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

/// Many targets, with the real Liquibase.
@Suite(.takingTurns) struct SharedJVMTests {
    /// What the runs of a process reported, by their numbers.
    private final class Told: Sendable {
        private let events = Mutex<[Int: [SharedJVM.Event]]>([:])

        var consumer: SharedJVM.Consumer {
            { run, event in self.events.withLock { $0[run, default: []].append(event) } }
        }

        func events(of run: Int) -> [SharedJVM.Event] { events.withLock { $0[run] ?? [] } }

        func output(of run: Int) -> String {
            events(of: run).compactMap {
                if case .line(let line) = $0, line.stream == .output { line.text + "\n" } else { nil }
            }.joined()
        }

        func error(of run: Int) -> String {
            events(of: run).compactMap {
                if case .line(let line) = $0, line.stream == .error { line.text + "\n" } else { nil }
            }.joined()
        }
    }

    /// Five runs that differ in all that could leak from one to the next.
    private static func runs(in real: RealLiquibase) throws -> [LiquibaseRun] {
        for number in 0..<5 {
            try real.folder.write(
                RealLiquibase.changelog(table: "t\(number)_${name}_${word}"), to: "changelog\(number).xml")
        }
        try real.folder.write("<databaseChangeLog", to: "changelog3.xml")
        let arguments = [
            ["--log-level=info", "update", "-Dword=cli"], ["update"], ["update-sql"],
            ["--changelog-lock-wait-time-in-minutes=1", "update"], ["--log-level=info", "update"],
        ]
        return arguments.enumerated().map { number, arguments in
            var run = real.run(arguments, changelog: "changelog\(number).xml", url: "jdbc:sqlite:db\(number).db")
            if number % 2 == 0 { run.properties["name"] = "n\(number)" }
            return run
        }
    }

    /// What each of the runs leaves in a process of its own: its outcome, and the tables of its database.
    private static let alone = Task {
        let real = try RealLiquibase()
        var all: [(outcome: RealLiquibase.Outcome, tables: [String])] = []
        for (number, run) in try runs(in: real).enumerated() {
            let outcome = try await real.outcome(of: run)
            all.append((outcome, try await real.tables(of: "db\(number).db")))
        }
        return all
    }

    @Test(arguments: [1, 2]) func nothingLeaksFromOneRunToTheNext(jobs: Int) async throws {
        let (together, script) = try RealLiquibase.withJava(after: "echo >>starts")
        defer { withExtendedLifetime(script) {} }
        let told = Told()
        var jvm = SharedJVM(launch: together.launch)
        jvm.jobs = jobs
        let terminations = try await jvm.run(try Self.runs(in: together), telling: told.consumer)
        #expect(together.folder.text("starts") == String(repeating: "\n", count: jobs))
        #expect(together.folder.path.appending("cache/devtool/liquibase/runs").names == [])

        // The clock has no fraction where that is nothing.
        let digits = /\d+(\.\d+)?/
        for (number, (outcome, tablesAlone)) in try await Self.alone.value.enumerated() {
            #expect(terminations[number] == outcome.termination, "run \(number)")
            #expect(told.events(of: number).first == .began)
            #expect(told.events(of: number).last == .ended(outcome.termination))
            #expect(
                told.output(of: number).replacing(digits, with: "0") == outcome.output.replacing(digits, with: "0"),
                "run \(number)")
            let error = RealLiquibase.Outcome(
                termination: outcome.termination, output: "", error: told.error(of: number))
            #expect(error.timelessError == outcome.timelessError, "run \(number)")
            let tables = try await together.tables(of: "db\(number).db")
            #expect(tables == tablesAlone, "run \(number)")
        }
        #expect(try await together.tables(of: "db0.db").contains("t0_n0_cli"))
        #expect(try await together.tables(of: "db1.db").contains("t1_${name}_${word}"))
        #expect(try await together.tables(of: "db4.db").contains("t4_n4_${word}"))
    }

    @Test func failingFastBeginsNoMore() async throws {
        let real = try RealLiquibase()
        var jvm = SharedJVM(launch: real.launch)
        jvm.failsFast = true
        let runs = (0..<4).map { number in
            real.run([number == 1 ? "updaet" : "update"], url: "jdbc:sqlite:db\(number).db")
        }
        let terminations = try await jvm.run(runs, telling: { _, _ in })
        #expect(terminations == [.exited(0), .exited(1), nil, nil])
    }

    /// A change that ends Java ends its own run, and no other; one that takes too long does not keep the others from
    /// theirs.
    @Test func theOthersGoOnWhenOneEndsTheProcess() async throws {
        let real = try RealLiquibase()
        // The driver of H2 calls any method of Java.
        let quitting = RealLiquibase.changelog(table: "x").replacing(
            /<createTable.*<\/createTable>/,
            with: """
                <sql>CREATE ALIAS QUIT FOR "java.lang.System.exit"</sql>
                <sql>CALL QUIT(7)</sql>
                """)
        try real.folder.write(quitting, to: "quits.xml")
        var runs = (0..<5).map { number in
            real.run(
                ["update"], changelog: number == 2 ? "quits.xml" : "changelog.xml",
                url: number == 2 ? "jdbc:h2:./quits" : "jdbc:sqlite:db\(number).db")
        }
        runs[0].timeout = .milliseconds(50)
        let told = Told()
        let terminations = try await SharedJVM(launch: real.launch).run(runs, telling: told.consumer)
        #expect(terminations == [nil, .exited(0), .exited(7), .exited(0), .exited(0)])
        for number in 1..<5 {
            #expect(told.events(of: number).count { $0 == .began } == 1)
            let tables = try await real.tables(of: "db\(number).db")
            #expect(tables.contains("example") == (number != 2))
        }
        guard case .timedOut(_, after: .milliseconds(50)) = told.events(of: 0).last else {
            Issue.record("the first run ended with \(told.events(of: 0))")
            return
        }
    }

    @Test func aSessionHidesTheSecretsOfEachRun() async throws {
        let (real, script) = try RealLiquibase.withJava(after: "echo >>starts")
        defer { withExtendedLifetime(script) {} }
        let words = ["first_word", "other_word"]
        let told = Mutex((output: "", hidden: [String]()))
        try await SharedJVMSession.run { session in
            for word in words {
                try real.folder.write(RealLiquibase.changelog(table: word), to: "\(word).xml")
                var run = real.run(["update-sql"], changelog: "\(word).xml")
                run.secrets = [Secret(word)]
                run.onHidden = { told.withLock { $0.hidden.append(word) } }
                let termination = try await session.run(run, by: real.launch) { line in
                    told.withLock { $0.output += line.text + "\n" }
                }
                #expect(termination == .exited(0))
            }
        }
        let (output, hidden) = told.withLock(\.self)
        #expect(hidden == words)
        #expect(output.ranges(of: "CREATE TABLE ***").count == 2)
        #expect(real.folder.text("starts") == "\n")
    }

    /// A Java that cannot start the program: every run has a process of its own, and all is as before.
    @Test func goesOnWithoutTheProgram() async throws {
        let (real, script) = try RealLiquibase.withJava(
            after: "case \" $* \" in *' Devtool '*) exit 1 ;; *) echo alone; exit ;; esac")
        defer { withExtendedLifetime(script) {} }
        let jvm = SharedJVM(launch: real.launch)
        let told = Told()
        let runs = (0..<2).map { real.run(["update"], url: "jdbc:sqlite:db\($0).db") }
        let terminations = try await jvm.run(runs, telling: told.consumer)
        #expect(terminations == [.exited(0), .exited(0)])
        for number in 0..<2 { #expect(told.output(of: number) == "alone\n") }
    }
}
