import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

/// The compiled programs that devtool brings along are those of the sources.
@Suite struct JavaProgramTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let source = package.appending(path: "Java/Devtool.java").path

    /// The classes in the jar, by their names.
    private static func classes(in folder: FilePath) throws -> [String: [UInt8]] {
        let path = folder.appending("devtool.jar")
        try path.create(JavaProgram.jar)
        let jar = try ZipArchive(path)
        let names = jar.entries.compactMap(\.name).filter { $0.hasSuffix(".class") }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try jar.contents(of: $0, limit: 1 << 20) ?? []) })
    }

    @Test func theSourceIsCompiled() throws {
        #expect(
            try SHA256.ofFile(FilePath(Self.source)).description == JavaProgram.sourceChecksum,
            "\(Self.source) has changed: run Scripts/generate-java-classes")
    }

    private struct Members: Decodable {
        let jar: String
        let lacking: [String: [String]]
    }

    /// The call of a method that a version lacks once broke all writes on PostgreSQL.
    @Test func noVersionLacksWhatIsNeeded() throws {
        let file = Self.package.appending(path: "Tests/Fixtures/Liquibase/members.json")
        let recording = try JSONDecoder().decode(Members.self, from: Data(contentsOf: file))
        #expect(
            recording.jar == JavaProgram.jar.withUnsafeBytes { SHA256(of: $0) }.description,
            "the jar has changed: run Scripts/record-members")
        #expect(recording.lacking == ["4.6.2": [], "4.29.2": [], "4.33.0": [], "5.0.4": []])
    }

    /// Java 8 has the class files' version 52 (Java Virtual Machine Specification, table 4.1-A).
    @Test func isForJava8() throws {
        let folder = TemporaryFolder()
        let classes = try Self.classes(in: folder.path)
        for name in ["Devtool.class", "\(JavaProgram.listenerClass).class"] { #expect(classes[name] != nil) }
        for (file, bytes) in classes { #expect(bytes.starts(with: [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52]), "\(file)") }
    }

    /// The same compiler makes the same bytes; another one the same members.
    @Test(.enabled(if: JavaDevelopmentKit.isHere, "a JDK is needed")) func isWhatACompilerMakes() async throws {
        let real = try RealLiquibase()
        let folder = real.folder.path
        let classes = try Self.classes(in: folder)
        let javac = try #require(JavaDevelopmentKit.tool("javac"))
        let (compiled, _) = try await real.context.processes.output(
            of: Invocation(
                FilePath(javac),
                [
                    "--release", "8", "-encoding", "UTF-8", "-proc:none", "-nowarn", "-g:none", "-XDsuppressNotes",
                    "-cp", real.launch.liquibase.jar.string, "-d", folder.appending("fresh").string, Self.source,
                ]))
        try #require(compiled == .exited(0))
        #expect(folder.appending("fresh").names == classes.keys.sorted())

        let (_, said) = try await real.context.processes.output(of: Invocation(FilePath(javac), ["-version"]))
        if String(decoding: said, as: UTF8.self).hasPrefix("javac \(JavaProgram.compilerVersion).") {
            for (file, bytes) in classes {
                let fresh = folder.appending("fresh/\(file)").string
                #expect(FileManager.default.contents(atPath: fresh) == Data(bytes), "\(file)")
            }
            return
        }
        try folder.appending("shipped").createDirectories()
        for (file, bytes) in classes { try folder.appending("shipped/\(file)").create(bytes) }
        #expect(
            try await members(of: classes.keys.sorted(), in: "fresh", real)
                == members(of: classes.keys.sorted(), in: "shipped", real))
    }

    /// The members of the classes in a folder, as `javap` prints them.
    private func members(of names: [String], in folder: String, _ real: RealLiquibase) async throws -> String {
        let javap = try #require(JavaDevelopmentKit.tool("javap"))
        let files = names.map { "\(folder)/\($0)" }
        let (termination, output) = try await real.context.processes.output(
            of: Invocation(FilePath(javap), ["-p"] + files, directory: real.folder.path))
        #expect(termination == .exited(0))
        return String(decoding: output, as: UTF8.self)
    }
}
