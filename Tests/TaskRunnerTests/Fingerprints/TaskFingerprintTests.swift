import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// When a task has to run, and why.
@Suite(.tags(.slow)) struct TaskFingerprintTests {
    @Test func aSecondRunIsNotNeeded() throws {
        let project = FingerprintProject()
        try project.write("int a;", to: "src/a.c")
        #expect(try project.run() == ["never run"])
        #expect(try project.run() == [])
        #expect(try project.store.check(project.inputs).isUpToDate)
    }

    /// Only a run that has succeeded is stored.
    @Test func aFailedRunIsNoRun() throws {
        let project = FingerprintProject()
        #expect(try project.reasons() == ["never run"])
        #expect(try project.reasons() == ["never run"])
        #expect(project.cache.names == [])
    }

    /// A run that fails may leave outputs behind, which are no reason to believe in it.
    @Test func aRunThatFailedAfterOneThatDidNot() throws {
        let project = FingerprintProject(outputs: ["app"])
        try project.write("", to: "app")
        try project.write("1", to: "src/a.c")
        try project.run()
        try project.remove("app")
        let verdict = try project.store.check(project.inputs)
        #expect(verdict.reasons == ["the output 'app' is missing"])
        try project.store.begin(verdict)
        try project.write("half", to: "app")
        #expect(try project.reasons() == ["the last run did not succeed"])
        try project.write("2", to: "src/a.c")
        #expect(try project.run() == ["the last run did not succeed", "'src/a.c' changed"])
        #expect(try project.run() == [])
    }

    @Test func sources() throws {
        let project = FingerprintProject()
        for name in ["a", "b/c", "d"] { try project.write(name, to: "src/\(name).c") }
        try project.run()
        try project.write("A", to: "src/a.c")
        #expect(try project.run() == ["'src/a.c' changed"])
        try project.write("x", to: "src/x.c")
        #expect(try project.run() == ["'src/x.c' is new"])
        try project.remove("src/b")
        #expect(try project.run() == ["'src/b/c.c' was removed"])
        try project.write("x", to: "src/x.h")
        #expect(try project.run() == [])
        try project.remove("src/x.c")
        try project.write("a", to: "src/a.c")
        try project.write("", to: "src/b.c")
        #expect(try project.run() == ["'src/a.c' changed", "'src/b.c' is new", "'src/x.c' was removed"])
        for number in 10..<25 { try project.write("", to: "src/n\(number).c") }
        #expect(try project.run() == ["'src/n10.c' is new", "'src/n11.c' is new", "'src/n12.c' is new", "and 12 more"])
        #expect(try project.run() == [])
    }

    @Test func contentsCountAndNotTimes() throws {
        let project = FingerprintProject()
        try project.write("int a;", to: "src/a.c")
        try project.run()
        let before = try project.stateFile.contents()
        // Another file with the same content, in the place of the first one.
        try project.write("int a;", to: "src/new")
        try project.folder.path.appending("src/new").rename(to: project.folder.path.appending("src/a.c"))
        // Within a tick of the clock that files are stamped with, the file would be read once more.
        let replaced = try FileMark(project.folder.path.appending("src/a.c").stat().rawValue)
        while !replaced.isReliable(since: FileMark.now) {}
        #expect(try project.run() == [])
        #expect(try project.stateFile.contents() != before)
        let refreshed = try project.stateFile.contents()
        #expect(try project.run() == [])
        #expect(try project.stateFile.contents() == refreshed)
        // The same length and the same time, as programs may set it.
        let path = project.folder.path.appending("src/a.c").string
        let date = try #require(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        try project.write("int b;", to: "src/a.c")
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(try project.run() == ["'src/a.c' changed"])
    }

    /// Changes of the same length within one tick of the clock.
    @Test func changesRightAfterTheLook() throws {
        let project = FingerprintProject()
        for round in 0..<100 {
            try project.write("\(1000 + round)", to: "src/a.c")
            #expect(try project.run() == [round == 0 ? "never run" : "'src/a.c' changed"])
        }
    }

    @Test func aSourceThatChangesDuringTheRun() throws {
        let project = FingerprintProject()
        try project.write("1", to: "src/a.c")
        try project.run { try project.write("2", to: "src/a.c") }
        #expect(try project.run() == ["'src/a.c' changed"])
        #expect(try project.run() == [])
    }

    @Test func command() throws {
        let project = FingerprintProject()
        try project.write("", to: "src/a.c")
        try project.run()
        project.inputs.command = ["cc", "-c "]
        #expect(try project.run() == ["the command changed"])
        project.inputs.command = ["cc -c "]
        #expect(try project.run() == ["the command changed"])
        #expect(try project.run() == [])
    }

    @Test func optionsAndVariables() throws {
        let project = FingerprintProject()
        try project.write("", to: "src/a.c")
        project.inputs.options = [("contexts", "ci"), ("b", "1")]
        project.inputs.environment = [("LOG", "debug"), ("A", "1")]
        try project.run()
        project.inputs.options = [("b", "1"), ("contexts", "prod")]
        project.inputs.environment = [("A", "1"), ("LOG", "info")]
        #expect(try project.run() == ["the option 'contexts' changed", "the variable 'LOG' changed"])
        project.inputs.options = [("contexts", "prod"), ("new", "")]
        project.inputs.environment = [("LOG", "info"), ("B", "1")]
        #expect(
            try project.run() == [
                "the option 'b' was removed", "the option 'new' is new", "the variable 'A' was removed",
                "the variable 'B' is new",
            ])
        #expect(try project.run() == [])
    }

    @Test func valuesAreNotStored() throws {
        let project = FingerprintProject()
        project.inputs.environment = [("TOKEN", "tops3cret")]
        project.inputs.options = [("password", "tops3cret")]
        project.inputs.command = ["login", "tops3cret"]
        try project.run()
        let text = String(decoding: try project.stateFile.contents(), as: UTF8.self)
        #expect(text.contains("TOKEN"))
        #expect(!text.contains("s3cret"))
        let permissions = try project.stateFile.stat().permissions
        #expect(permissions == .ownerReadWrite)
    }

    @Test func outputs() throws {
        let project = FingerprintProject(outputs: ["build/app", "build/*.o", "!build/x.o", "out"])
        try project.write("", to: "src/a.c")
        try project.write("", to: "build/app")
        try project.write("", to: "build/x.o")
        try project.write("", to: "out/deep/file")
        try project.run()
        #expect(try project.reasons() == ["the output 'build/*.o' is missing"])
        try project.write("", to: "build/y.o")
        #expect(try project.reasons() == [])
        try project.remove("build/app")
        try project.remove("out/deep/file")
        #expect(try project.reasons() == ["the output 'build/app' is missing", "the output 'out' is missing"])
    }

    @Test func patterns() throws {
        let project = FingerprintProject()
        for name in ["src/a.c", "src/gen/b.c"] { try project.write("", to: name) }
        try project.run()
        project.inputs.sources.append("!src/gen/**")
        try project.write("changed", to: "src/a.c")
        #expect(try project.run() == ["'sources' changed to 'src/**/*.c', '!src/gen/**'", "'src/a.c' changed"])
        #expect(try project.run() == [])
        project.inputs.directory = project.folder.path.appending("src")
        project.inputs.sources = ["../src/**/*.c"]
        #expect(try project.run() == ["'sources' changed to '../src/**/*.c'"])
    }

    /// A pattern need not match anything; but where none does, nothing tells that the result is up to date.
    @Test func noSources() throws {
        let project = FingerprintProject(sources: ["none.c", "*.none"])
        try project.run()
        #expect(try project.run() == ["no file matches its sources"])
        try project.write("", to: "none.c")
        #expect(try project.run() == ["'none.c' is new"])
        #expect(try project.run() == [])
    }

    @Test func linkedSources() throws {
        let project = FingerprintProject()
        try project.write("1", to: "real")
        try project.write("2", to: "src/x")
        try FileManager.default.createSymbolicLink(
            atPath: project.folder.path.appending("src/a.c").string, withDestinationPath: "../real")
        try project.run()
        #expect(try project.run() == [])
        try project.write("changed", to: "real")
        #expect(try project.run() == ["'src/a.c' changed"])
    }

    @Test func aTaskIsNotAnother() throws {
        let project = FingerprintProject()
        try project.write("", to: "src/a.c")
        for name in ["build", "Build", "build:a", "build.a", ".", "..", "a/b", "a%2fb", "é"] {
            project.inputs.task = name
            #expect(try project.run() == ["never run"], "\(name)")
            #expect(try project.run() == [], "\(name)")
        }
        for suffix in ["a", "b"] {
            project.inputs.task = String(repeating: "long", count: 100) + suffix
            #expect(try project.run() == ["never run"])
        }
        project.inputs.project = "/elsewhere"
        #expect(try project.run() == ["never run"])
    }

    /// Any damage to the file makes the task one that was never run.
    @Test func damagedStates() throws {
        let project = FingerprintProject()
        try project.write("int a;", to: "src/a.c")
        project.inputs.environment = [("A", "1")]
        try project.run()
        let whole = try project.stateFile.contents()
        func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: project.stateFile.string)) }
        for count in 0..<whole.count { #expect(TaskFingerprint(bytes: Array(whole.prefix(count))) == nil) }
        var random = SplitMix64(seed: 88)
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= UInt8.random(in: 1...255, using: &random)
            #expect(TaskFingerprint(bytes: bytes) == nil, "\(index)")
        }
        #expect(TaskFingerprint(bytes: whole + [0]) == nil)
        #expect(TaskFingerprint(bytes: whole)?.bytes == whole)
        for bytes in [[], Array(whole.dropLast()), Array("devtool fingerprint 1\n".utf8)] {
            try put(bytes)
            #expect(try project.run() == ["never run"])
            #expect(try project.run() == [])
        }
        // That of another project, put in its place.
        let other = FingerprintProject()
        try other.run()
        try put(try other.stateFile.contents())
        #expect(try project.run() == ["never run"])
    }

    @Test func nothingIsLeftInTheCache() throws {
        let project = FingerprintProject()
        try project.run()
        try project.write("", to: "src/a.c")
        try project.run()
        #expect(project.stateFile.removingLastComponent().names == ["build"])
    }

    @Test func aCacheThatCannotBeWritten() throws {
        let project = FingerprintProject()
        try project.cache.write("", to: "tasks")
        let verdict = try project.store.check(project.inputs)
        #expect(verdict.reasons == ["never run"])
        #expect(throws: FileError.self) { try project.store.store(verdict) }
    }

    /// Random changes, judged by what a plain comparison of all contents says.
    @Test func randomChanges() throws {
        var random = SplitMix64(seed: 77)
        for _ in 0..<4 {
            let folder = try RandomTree.folder(&random)
            let project = FingerprintProject(sources: ["**/*.c", "!ad/**"])
            project.inputs.directory = folder.path
            func contents() throws -> [String: String] {
                let glob = try Glob(project.inputs.sources)
                let paths = FileManager.default.subpaths(atPath: folder.path.string) ?? []
                return Dictionary(
                    uniqueKeysWithValues: paths.filter(glob.matches).compactMap { path in
                        folder.text(path).map { (path, $0) }
                    })
            }
            try project.run()
            var last = try contents()
            for _ in 0..<25 {
                let path = RandomTree.path(&random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: try? FileManager.default.removeItem(atPath: folder.path.appending(path).string)
                case 1: try? folder.write("x", to: path)
                case 2: try? folder.write("y", to: path)
                default: break
                }
                let now = try contents()
                let verdict = try project.store.check(project.inputs)
                #expect(verdict.isUpToDate == (now == last))
                if Bool.random(using: &random) {
                    try project.store.store(verdict)
                    last = now
                }
            }
        }
    }
}
