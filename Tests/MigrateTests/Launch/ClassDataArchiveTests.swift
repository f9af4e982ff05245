import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

/// Class data, with a real Java that is given all kinds of it.
@Suite(.takingTurns) struct ClassDataArchiveTests {
    /// An archive as it should be, made once for all tests, by two makers at once; and what they have left.
    private static let trained = Task {
        let real = try RealLiquibase(hasClassData: false)
        let run = real.run([])
        async let first: Void = real.launch.prepare(for: run)
        async let second: Void = real.launch.prepare(for: run)
        try await first
        try await second
        let archive = try #require(real.launch.archive(for: run))
        let path = try #require(archive.path)
        return (
            name: path.lastComponent?.string ?? "", bytes: try path.contents(), key: archive.key,
            all: real.folder.path.appending(folder(of: real)).names
        )
    }

    /// The folder of a test's archives.
    private static func folder(of real: RealLiquibase) -> String { "cache/devtool/liquibase/class-data" }

    @Test func isUsedOnceItIsThere() async throws {
        let real = try RealLiquibase(hasClassData: false)
        let run = real.run(["update"], url: "jdbc:sqlite:app.db")
        let archive = try #require(real.launch.archive(for: run))
        #expect(archive.path == nil)

        let trained = try await Self.trained.value
        try real.folder.write(bytes: trained.bytes, to: "\(Self.folder(of: real))/\(trained.name)")
        let path = try #require(archive.path)
        let with = try await real.outcome(of: run)
        #expect(with.output == "")
        #expect(with.timelessError == (try await Self.unaided.value))

        var invocation = real.launch.liquibase.invocation(
            for: real.run(["update"], url: "jdbc:sqlite:other.db"), java: real.launch.java,
            options: ClassDataArchive.options(using: path))
        let classPath = try #require(invocation.arguments.firstIndex(of: "-cp"))
        invocation.arguments.insert("-Xlog:class+load:file=classes.txt", at: classPath)
        _ = try await real.context.processes.run(invocation, output: { _ in }, error: { _ in })
        let classes = try #require(real.folder.text("classes.txt")).split(separator: "\n")
        let shared = classes.count { $0.contains(" liquibase.") && $0.hasSuffix("shared objects file (top)") }
        #expect(shared > 500)
    }

    /// What a run without an archive says; Java itself may add its warnings.
    private static let unaided = Task {
        let real = try RealLiquibase(hasClassData: false)
        return try await real.outcome(of: real.run(["update"], url: "jdbc:sqlite:app.db")).timelessError
    }

    /// What can happen to the file.
    enum Damage: CaseIterable { case cutWhileUsed, flippedBit, anotherJars }

    @Test(arguments: Damage.allCases) func nobodySeesThatItIsDamaged(damage: Damage) async throws {
        let real = try RealLiquibase(hasClassData: false)
        var (name, bytes, key, _) = try await Self.trained.value
        var random = SplitMix64(seed: 7)
        switch damage {
        case .cutWhileUsed:
            bytes.removeLast(bytes.count / 2)
            name = "\(key).\(bytes.count).jsa"
        case .flippedBit:
            let index = Int.random(in: 4096..<bytes.count, using: &random)
            bytes[index] ^= 1 << Int.random(in: 0..<8, using: &random)
        case .anotherJars:
            let other = try RealLiquibase(hasClassData: false)
            try FileManager.default.createDirectory(
                atPath: other.folder.path.appending("liquibase_libs").string, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: other.launch.liquibase.home.appending("lib/h2-1.4.200.jar").string,
                toPath: other.folder.path.appending("liquibase_libs/h2.jar").string)
            try await other.launch.prepare(for: other.run([]))
            let archive = try #require(other.launch.archive(for: other.run([])))
            #expect(archive.key != key)
            bytes = try #require(archive.path).contents()
            name = "\(key).\(bytes.count).jsa"
        }
        try real.folder.write(bytes: bytes, to: "\(Self.folder(of: real))/\(name)")
        let run = real.run(["update"], url: "jdbc:sqlite:app.db")
        let outcome = try await real.outcome(of: run)
        #expect(outcome.termination == .exited(0))
        #expect(outcome.output == "")
        #expect(outcome.error.hasSuffix("Liquibase command 'update' was executed successfully.\n"))
        #expect(outcome.timelessError == (try await Self.unaided.value))
        #expect(try await real.tables(of: "app.db").contains("example"))
        #expect(!real.folder.names.contains { $0.hasPrefix("hs_err") })
        // Java 25 finds out before it is too late.
        if damage == .cutWhileUsed, try #require(JavaRelease(of: real.launch.java)).major < 25 {
            #expect(try #require(real.launch.archive(for: run)).path == nil)
        }
    }

    @Test func aCacheThatCannotBeWrittenDoesNoHarm() async throws {
        let real = try RealLiquibase(hasClassData: false)
        try real.folder.write("no folder", to: "cache")
        let run = real.run(["update"], url: "jdbc:sqlite:app.db")
        #expect(try await real.outcome(of: run).termination == .exited(0))
        await #expect(throws: (any Error).self) { try await real.launch.prepare(for: run) }
    }

    @Test func twoMakersMakeOne() async throws {
        let trained = try await Self.trained.value
        #expect(trained.all == [trained.name])
    }

    /// The name tells its size: what has another one is not used.
    @Test func oneThatIsNotWholeIsNone() async throws {
        let real = try RealLiquibase(hasClassData: false)
        let (name, _, key, _) = try await Self.trained.value
        for (name, size) in [(name, 1), ("\(key).0.jsa", 0)] {
            try real.folder.write(bytes: Array(repeating: 0, count: size), to: "\(Self.folder(of: real))/\(name)")
            #expect(try #require(real.launch.archive(for: real.run([]))).path == nil)
        }
    }

    @Test func aMakerThatIsStoppedLeavesNothing() async throws {
        let real = try RealLiquibase(hasClassData: false)
        let run = real.run([])
        let maker = Task { try await real.launch.prepare(for: run) }
        let folder = real.folder.path.appending(Self.folder(of: real))
        try await eventually { !folder.names.isEmpty }
        maker.cancel()
        await #expect(throws: CancellationError.self) { try await maker.value }
        #expect(folder.names == [])
    }

    @Test(arguments: [
        ("-Xshare:off", false), ("-XX:+UseZGC", false), ("-javaagent:x.jar", false), ("-Xlog:gc", false),
        ("-Xmx512m", true), ("-Dname=value", true),
    ]) func thereIsNoneForOptionsThatMightClash(option: String, isPossible: Bool) throws {
        let java = try RealLiquibase().launch.java
        let real = try RealLiquibase(
            java: JavaRuntime(executable: java.executable, options: [option]), hasClassData: false)
        #expect((real.launch.archive(for: real.run([])) != nil) == isPossible)
    }

    @Test(arguments: [(#"JAVA_VERSION="17.0.15""#, 17), (#"JAVA_VERSION="13""#, 13), (#"JAVA_VERSION="1.8.0_412""#, 8)])
    func readsTheVersionOfJava(line: String, major: Int) throws {
        let folder = TemporaryFolder()
        try folder.write("IMPLEMENTOR=\"X\"\n\(line)\nLIBC=\"gnu\"\n", to: "release")
        try folder.write("", to: "bin/java")
        let java = JavaRuntime(executable: folder.path.appending("bin/java"), options: [])
        #expect(JavaRelease(of: java)?.major == major)
        let archive = ClassDataArchive(
            of: ClassPath(own: [], jar: "/x.jar", folders: [], directory: "/"), options: [], java: java, in: folder.path
        )
        #expect((archive != nil) == (major >= 13))
    }
}
