import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

/// The compiled programs that devtool brings along are those of the sources.
@Suite struct JavaProgramTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func eachSourceIsCompiled() throws {
        let sources = Self.package.appending(path: "Java")
        let names = FilePath(sources.path).names
        #expect(names == JavaProgram.all.map { "\($0.mainClass).java" })
        for program in JavaProgram.all {
            let source = sources.appending(path: "\(program.mainClass).java").path
            #expect(
                try SHA256.ofFile(FilePath(source)).description == program.sourceChecksum,
                "\(source) has changed: run Scripts/generate-java-classes")
        }
    }

    /// Java 8 has the class files' version 52 (Java Virtual Machine Specification, table 4.1-A).
    @Test(arguments: JavaProgram.all.map(\.mainClass))
    func isForJava8(name: String) throws {
        let program = try #require(JavaProgram.all.first { $0.mainClass == name })
        #expect(program.files["\(name).class"] != nil)
        for (file, bytes) in program.files {
            #expect(bytes.starts(with: [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52]), "\(file)")
        }
    }

    /// The same compiler makes the same bytes; another one the same members.
    @Test(
        .enabled(if: JavaDevelopmentKit.isHere, "a JDK is needed"),
        arguments: JavaProgram.all.map(\.mainClass))
    func isWhatACompilerMakes(name: String) async throws {
        let program = try #require(JavaProgram.all.first { $0.mainClass == name })
        let real = try RealLiquibase()
        let folder = real.folder.path
        let javac = try #require(JavaDevelopmentKit.tool("javac"))
        let (compiled, _) = try await real.context.processes.output(
            of: Invocation(
                FilePath(javac),
                [
                    "--release", "8", "-encoding", "UTF-8", "-proc:none", "-nowarn",
                    "-XDsuppressNotes", "-cp", real.launch.liquibase.jar.string,
                    "-d", folder.appending("fresh").string,
                    Self.package.appending(path: "Java/\(name).java").path,
                ]))
        try #require(compiled == .exited(0))
        #expect(folder.appending("fresh").names == program.files.keys.sorted())

        let (_, said) = try await real.context.processes.output(
            of: Invocation(FilePath(javac), ["-version"]))
        if String(decoding: said, as: UTF8.self).hasPrefix("javac \(program.compilerVersion).") {
            for (file, bytes) in program.files {
                let fresh = folder.appending("fresh/\(file)").string
                #expect(FileManager.default.contents(atPath: fresh) == Data(bytes), "\(file)")
            }
            return
        }
        try program.write(to: folder.appending("shipped"))
        #expect(
            try await members(of: program, in: "fresh", real)
                == members(of: program, in: "shipped", real))
    }

    /// The members of the classes in a folder, as `javap` prints them.
    private func members(
        of program: JavaProgram, in folder: String, _ real: RealLiquibase
    ) async throws -> String {
        let javap = try #require(JavaDevelopmentKit.tool("javap"))
        let files = program.files.keys.sorted().map { "\(folder)/\($0)" }
        let (termination, output) = try await real.context.processes.output(
            of: Invocation(FilePath(javap), ["-p"] + files, directory: real.folder.path))
        #expect(termination == .exited(0))
        return String(decoding: output, as: UTF8.self)
    }
}
