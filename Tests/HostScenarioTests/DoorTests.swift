import Foundation
import TestSupport
import Testing

/// Each effect has one door: what users write of paths goes through `Context.path(_:)`, so that each command sees it
/// from the same folder, also in a task with a folder of its own; the HTTP client and the time are the context's.
@Suite struct DoorTests {
    /// The names of the files with a line that matches.
    private func files(matching pattern: String, in folders: [String] = ["Sources"]) throws -> Set<String> {
        Set(try SourceFiles.lines(matching: pattern, in: folders).map(\.file))
    }

    /// Those who know the real time: what talks to the system, to libcurl, to other processes and to servers.
    private static let timekeepers: Set = [
        "BatchProgress.swift", "CurlSink.swift", "CurlTransfers.swift", "DeadHostCache.swift", "FileLock.swift",
        "ForegroundProcess.swift", "HostSession.swift", "IconVerification.swift", "JDBCLocks.swift",
        "ManualRequest.swift", "LockTableCreation.swift", "PluginRun.swift", "Progress.swift", "SearchRequests.swift",
        "ServerSession.swift", "SourceWatcher.swift", "StreamPump.swift", "TCPProbe.swift", "TimeSource.swift",
    ]

    /// Commands ask their context for the time, and have it fetch.
    @Test func commandsAskTheirContext() throws {
        let keepers = try files(matching: #"ContinuousClock\.now|Task\.sleep\(|[^\w)]\.now\b(?!\()"#)
        #expect(keepers == Self.timekeepers)
        #expect(try files(matching: #"CurlHTTPClient\(\)"#) == ["Context.swift"])
    }

    /// Foundation's `Process` has crashed in tests with several threads; `OtherProgram` does not use it.
    @Test func nothingUsesProcessOfFoundation() throws {
        #expect(try files(matching: #"\bProcess\(\)(?!;)"#, in: ["Sources", "Tests"]) == [])
    }

    /// Those who open files to read them otherwise than by `FileDescriptor.input`: folders, what is devtool's or the
    /// system's own, archives, and the sources of tasks, which a walk has found to be regular files.
    private static let openers: Set = [
        "ArchiveFolder.swift", "AtomicFile+Backup.swift", "AtomicFile.swift", "ClassDataArchive.swift",
        "FileInput.swift", "Folders.swift", "GlobWalk.swift", "LiquibaseArchive.swift", "OutputFolders.swift",
        "ProcessStatus.swift", "ProcessTable.swift", "SHA256.swift", "SourceList.swift", "StagingFolder.swift",
        "StandardStreams.swift", "StoredResult.swift", "TemporaryNames.swift", "ZipArchive.swift",
    ]

    /// A pipe that a project names would be waited for, and a device read without an end.
    @Test func whatIsReadIsOpenedInOnePlace() throws {
        #expect(try files(matching: #"\.readOnly|O_RDONLY"#) == Self.openers)
    }

    /// What ends a line depends on the program that the file is for, and is in one place.
    @Test func linesOfInputAreThoseOfTheFormat() throws {
        #expect(try files(matching: #"\bisNewline\b|\.newlines\b"#) == ["TextLines.swift"])
        // A Character is more than a byte: to split a text at one leaves "\r\n" whole.
        let readers: Set = [
            "BatchLine.swift", "BatchLines.swift", "ChangelogReader+SQL.swift", "DotenvReader.swift",
            "JustfileParser.swift", "MakefileParser.swift", "PackageScripts.swift", "RobotsRules.swift",
            "TaskfileReader.swift",
        ]
        let splitters = try files(matching: #"split.*[ (:]"\\n"|enumerateLines"#)
        #expect(splitters.isDisjoint(with: readers))
        #expect(readers.isSubset(of: try files(matching: "import")))
    }

    /// The declarations of options and arguments are where users' paths come from.
    @Test func noOptionMakesAPathByItself() throws {
        let options = try files(matching: "@Option|@Argument")
        #expect(options.count > 10)
        let makers = try files(matching: #"^(?!.*///).*FilePath\("#)
        #expect(makers.isDisjoint(with: options))
    }

    /// A setting that its command does not list has neither help nor a schema, and is unknown in files.
    @Test func everySettingIsListed() throws {
        let listed = try SourceFiles.lines(matching: #"\w\.setting\b"#).flatMap { found in
            let words = found.line.split { !$0.isLetter && !$0.isNumber }
            return zip(words, words.dropFirst()).filter { $0.1 == "setting" }.map { "\(found.file) \($0.0)" }
        }
        let declared = try SourceFiles.lines(matching: #"^ +static let \w+ = SettingKey[.<]"#)
        #expect(declared.count > 50)
        for setting in declared {
            let name = setting.line.split(separator: " ")[2]
            #expect(listed.contains("\(setting.file) \(name)"), "\(name) of \(setting.file)")
        }
    }

    private static let page = """
        <link rel=icon href='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'>
        """
    private static let board = #"{"name":"B #","cards":[{"name":"a","idShort":1,"idList":"1"}]}"#

    /// Everything is read from the task's folder, and written there.
    @Test(arguments: [
        (["favicon", "--batch", "list", "--resume", "state"], ["state"]),
        (["favicon", "--batch", "list", "--html", "sheet.html"], ["sheet.html"]),
        (["favicon", "a.html", "--html", "sheet.html"], ["sheet.html"]),
        (["favicon", "a.html", "--download", "icon.svg"], ["icon.svg"]),
        (["cards", "b.json", "--output", "out.json"], ["out.json"]),
        (["cards", "b.json", "--to", "csv", "--output", "out.csv"], ["out.csv"]),
        (["cards", "b.json", "--in-place", "--journal", "j"], ["j"]),
    ]) func inATaskWithAFolder(words: [String], written: [String]) async throws {
        let steps = words.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
        let scenario = try Scenario().file("sub/list", "a.html\n").file("sub/a.html", Self.page).file(
            "sub/b.json", Self.board
        ).config("tasks: {a: {dir: sub, \(words[0]): [\(steps)]}}\n")
        let before = scenario.folder.names
        let outcome = try await scenario.run("run", "-q", "a")
        // The list names a host that there is not.
        #expect(outcome.status == (words.contains("--batch") ? 1 : 0), "\(outcome.errorText)")
        #expect(scenario.folder.names == before, "\(outcome.errorText)")
        for name in written { #expect(scenario.folder.text("sub/\(name)") != nil, "\(name): \(outcome.errorText)") }
    }
}
