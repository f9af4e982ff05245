import Foundation
import TestSupport
import Testing

/// Each effect has one door: what users write of paths goes through `Context.path(_:)`, so that each command sees it
/// from the same folder, also in a task with a folder of its own; the HTTP client and the time are the context's.
@Suite struct DoorTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    private func files(
        in folder: URL = sources
    ) throws -> [(name: String, text: String)] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" }
            .map { (name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8)) }
    }

    /// Those who know the real time: what talks to the system, to libcurl, to other processes and to servers.
    private static let timekeepers: Set = [
        "BatchProgress.swift", "CurlSink.swift", "CurlTransfers.swift",
        "DatabaseCancellation.swift", "DeadHostCache.swift", "FileLock.swift",
        "ForegroundProcess.swift", "HostSession.swift", "IconVerification.swift",
        "ManualRequest.swift",
        "LockTableCreation.swift", "PluginRun.swift", "PostgreSQLLocks.swift", "Progress.swift",
        "SearchRequests.swift", "ServerSession.swift", "SourceWatcher.swift", "StreamPump.swift",
        "TCPProbe.swift", "TimeSource.swift",
    ]

    /// Commands ask their context for the time, and have it fetch.
    @Test func commandsAskTheirContext() throws {
        let files = try files()
        let keepers = files.filter {
            $0.text.contains(/ContinuousClock\.now|Task\.sleep\(|[^\w)]\.now\b(?!\()/)
        }
        #expect(Set(keepers.map(\.name)) == Self.timekeepers)
        let clients = files.filter { $0.text.contains("CurlHTTPClient()") }
        #expect(clients.map(\.name) == ["Context.swift"])
    }

    /// Foundation's `Process` has crashed in tests with several threads; `OtherProgram` does not use it.
    @Test func nothingUsesProcessOfFoundation() throws {
        let tests = Self.sources.deletingLastPathComponent().appending(path: "Tests")
        let users = try (files() + files(in: tests)).filter {
            $0.text.contains(/\bProcess\(\)[^;]/)
        }
        #expect(users.map(\.name) == [])
    }

    /// Those who open files to read them otherwise than by `FileDescriptor.input`: folders, what is devtool's or the
    /// system's own, archives, and the sources of tasks, which a walk has found to be regular files.
    private static let openers: Set = [
        "ArchiveFolder.swift", "AtomicFile+Backup.swift", "AtomicFile.swift",
        "ClassDataArchive.swift", "FileInput.swift", "GlobWalk.swift", "Installation.swift",
        "LiquibaseArchive.swift", "ProcessStatus.swift", "ProcessTable.swift", "SHA256.swift",
        "SourceList.swift", "StagingFolder.swift", "StandardStreams.swift", "StoredResult.swift",
        "TemporaryNames.swift", "ZipArchive.swift",
    ]

    /// A pipe that a project names would be waited for, and a device read without an end.
    @Test func whatIsReadIsOpenedInOnePlace() throws {
        let names = try files().filter { $0.text.contains(/\.readOnly|O_RDONLY/) }.map(\.name)
        #expect(Set(names) == Self.openers)
    }

    /// What ends a line depends on the program that the file is for, and is in one place.
    @Test func linesOfInputAreThoseOfTheFormat() throws {
        let files = try files()
        #expect(
            files.filter { $0.text.contains(/\bisNewline\b|\.newlines\b/) }.map(\.name) == [
                "TextLines.swift"
            ])
        // A Character is more than a byte: to split a text at one leaves "\r\n" whole.
        let readers: Set = [
            "BatchLine.swift", "BatchLines.swift", "ChangelogReader+SQL.swift",
            "DotenvReader.swift",
            "JustfileParser.swift", "MakefileParser.swift", "PackageScripts.swift",
            "RobotsRules.swift",
            "TaskfileReader.swift", "YAMLComments.swift",
        ]
        for file in files where readers.contains(file.name) {
            #expect(!file.text.contains(/split[^\n]*[ (:]"\\n"|enumerateLines/), "\(file.name)")
        }
        #expect(readers.isSubset(of: files.map(\.name)))
    }

    /// The declarations of options and arguments are where users' paths come from.
    @Test func noOptionMakesAPathByItself() throws {
        let texts = try files().filter {
            $0.text.contains("@Option") || $0.text.contains("@Argument")
        }
        #expect(texts.count > 10)
        for (name, text) in texts {
            let lines = text.split(separator: "\n").filter {
                $0.contains("FilePath(") && !$0.contains("///")
            }
            #expect(lines.isEmpty, "\(name) makes a path of a user's text by itself")
        }
    }

    private static let page = """
        <link rel=icon href='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'>
        """
    private static let board = #"{"name":"B #","cards":[{"name":"a","idShort":1,"idList":"1"}]}"#

    /// Everything is read from the task's folder, and written there.
    @Test(
        arguments: [
            (["favicon", "--batch", "list", "--resume", "state"], ["state"]),
            (["favicon", "--batch", "list", "--html", "sheet.html"], ["sheet.html"]),
            (["favicon", "a.html", "--html", "sheet.html"], ["sheet.html"]),
            (["favicon", "a.html", "--download", "icon.svg"], ["icon.svg"]),
            (["cards", "b.json", "--output", "out.json"], ["out.json"]),
            (["cards", "b.json", "--to", "csv", "--output", "out.csv"], ["out.csv"]),
            (["cards", "b.json", "--in-place", "--journal", "j"], ["j"]),
        ])
    func inATaskWithAFolder(words: [String], written: [String]) async throws {
        let steps = words.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
        let scenario = try Scenario().file("sub/list", "a.html\n").file("sub/a.html", Self.page)
            .file("sub/b.json", Self.board)
            .config("tasks: {a: {dir: sub, \(words[0]): [\(steps)]}}\n")
        let before = scenario.folder.names
        let outcome = try await scenario.run("run", "-q", "a")
        // The list names a host that there is not.
        #expect(outcome.status == (words.contains("--batch") ? 1 : 0), "\(outcome.errorText)")
        #expect(scenario.folder.names == before, "\(outcome.errorText)")
        for name in written {
            #expect(scenario.folder.text("sub/\(name)") != nil, "\(name): \(outcome.errorText)")
        }
    }
}
