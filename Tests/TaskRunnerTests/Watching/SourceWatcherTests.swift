import DevtoolKit
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// What is told of files that change.
@Suite struct SourceWatcherTests {
    private let folder = TemporaryFolder()

    private func watcher(_ patterns: [String] = ["src/**/*.c"], files: [String] = [], ignoring: [String] = []) throws
        -> SourceWatcher
    {
        try SourceWatcher(
            sources: [WatchedPatterns(directory: folder.path, patterns: patterns)],
            files: (files + [Self.mark]).map(folder.path.appending),
            ignoring: [WatchedPatterns(directory: folder.path, patterns: ignoring)])
    }

    /// A file that every watcher watches.
    private static let mark = "mark"

    /// All changes so far, by their paths from the folder: the system reports them in their order, so none is left
    /// once that of the mark has come.
    private func changes(_ watcher: SourceWatcher) async throws -> Set<String> {
        try folder.write("", to: Self.mark)
        var found: Set<String> = []
        while !found.contains(Self.mark) {
            found.formUnion(try await watcher.next().map { $0.shown(from: folder.path) })
        }
        return found.subtracting([Self.mark])
    }

    /// Exactly these changes.
    private func expectChanges(
        _ watcher: SourceWatcher, _ expected: [String], at location: Testing.SourceLocation = #_sourceLocation
    ) async throws { #expect(try await changes(watcher).sorted() == expected, sourceLocation: location) }

    private func move(_ name: String, to other: String) throws {
        guard rename(folder.path.appending(name).string, folder.path.appending(other).string) == 0 else {
            throw Errno(rawValue: errno)
        }
    }

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.path.appending(name).string)
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path.appending(name).string, withIntermediateDirectories: true)
    }

    private func overwrite(_ name: String, _ text: String) throws {
        let file = try FileDescriptor.open(folder.path.appending(name), .writeOnly, options: .truncate)
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
    }

    @Test func waysOfWritingAFile() async throws {
        try folder.write("", to: "src/a.c")
        try folder.write("", to: "src/deep/b.c")
        try folder.write("", to: "src/a.txt")
        let watcher = try watcher()
        try overwrite("src/a.c", "1")
        try await expectChanges(watcher, ["src/a.c"])
        // As editors do: a new file in the place of the old one, which may become a backup.
        try folder.write("2", to: "src/deep/.b.c.swp")
        try move("src/deep/b.c", to: "src/deep/b.c~")
        try move("src/deep/.b.c.swp", to: "src/deep/b.c")
        try await expectChanges(watcher, ["src/deep/b.c"])
        try folder.write("", to: "src/new.c")
        try await expectChanges(watcher, ["src/new.c"])
        try remove("src/new.c")
        try await expectChanges(watcher, ["src/new.c"])
        try move("src/a.c", to: "src/deep/c.c")
        try await expectChanges(watcher, ["src/a.c", "src/deep/c.c"])
        #expect(link(path("src/a.txt"), path("src/link.c")) == 0)
        try await expectChanges(watcher, ["src/link.c"])
        #expect(symlink("a.txt", path("src/soft.c")) == 0)
        try await expectChanges(watcher, ["src/soft.c"])
        try overwrite("src/a.txt", "no source")
        try folder.write("", to: "other.c")
        try folder.write("", to: "src/.hidden.c")
        try await expectChanges(watcher, [])
    }

    private func path(_ name: String) -> String { folder.path.appending(name).string }

    @Test func foldersThatComeAndGo() async throws {
        let watcher = try watcher()
        try await expectChanges(watcher, [])
        try folder.write("", to: "src/a/b/c.c")
        try await expectChanges(watcher, ["src/a/b/c.c"])
        try overwrite("src/a/b/c.c", "1")
        try await expectChanges(watcher, ["src/a/b/c.c"])
        // What was made elsewhere, and comes as a whole.
        try folder.write("", to: "elsewhere/x/y.c")
        try move("elsewhere", to: "src/moved")
        try await expectChanges(watcher, ["src/moved/x/y.c"])
        try move("src/moved", to: "src/again")
        try await expectChanges(watcher, ["src/again/x/y.c", "src/moved"])
        try overwrite("src/again/x/y.c", "1")
        try await expectChanges(watcher, ["src/again/x/y.c"])
        try move("src/again", to: "away")
        try await expectChanges(watcher, ["src/again"])
        try overwrite("away/x/y.c", "2")
        try await expectChanges(watcher, [])
        try remove("src")
        try await expectChanges(watcher, ["src/a/b/c.c"])
        try folder.write("", to: "src/back.c")
        try await expectChanges(watcher, ["src/back.c"])
    }

    @Test func whatIsIgnored() async throws {
        try folder.write("", to: "build/app.c")
        try folder.write("", to: ".git/index")
        let watcher = try watcher(
            ["**", ".git/**"], files: ["devtool.yml"], ignoring: ["build", "*.o", "devtool.yml"])
        try folder.write("", to: "build/app.c")
        try folder.write("", to: "build/deep/app.c")
        try folder.write("", to: "a.o")
        try folder.write("", to: ".git/index")
        try await expectChanges(watcher, [])
        // The task files count in any case.
        try folder.write("tasks:", to: "devtool.yml")
        try await expectChanges(watcher, ["devtool.yml"])
    }

    @Test func placesOutsideOfTheFolder() async throws {
        try folder.write("", to: "project/[odd]{a,b}*/a.c")
        try folder.write("", to: "common/a.c")
        let odd = folder.path.appending("project/[odd]{a,b}*")
        let watcher = try SourceWatcher(
            sources: [WatchedPatterns(directory: odd, patterns: ["*.c", "../../common/*.c", path("abs/*")])],
            files: [folder.path.appending(Self.mark)], ignoring: [])
        for name in ["project/[odd]{a,b}*/a.c", "common/a.c"] {
            try folder.write("1", to: name)
            try await expectChanges(watcher, [name])
        }
        try folder.write("", to: "abs/a")
        try await expectChanges(watcher, ["abs/a"])
    }

    /// A list of patterns does not exclude what is in another one.
    @Test func severalLists() async throws {
        let lists = [["*.c", "!a.c"], ["a.*"]].map { WatchedPatterns(directory: folder.path, patterns: $0) }
        let watcher = try SourceWatcher(sources: lists, files: [folder.path.appending(Self.mark)], ignoring: [])
        for name in ["a.c", "a.h", "b.c", "b.h"] { try folder.write("", to: name) }
        try await expectChanges(watcher, ["a.c", "a.h", "b.c"])
    }

    @Test func manyChangesAreToldTogether() async throws {
        let watcher = try watcher()
        let start = ContinuousClock.now
        // More often than any quiet moment, until they are told: nothing is kept back for ever.
        let writing = Task { [folder] in
            while !Task.isCancelled {
                try folder.write(".", to: "src/a.c")
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { writing.cancel() }
        #expect(try await watcher.next().map { $0.shown(from: folder.path) } == ["src/a.c"])
        #expect(.now - start >= .milliseconds(90))
        writing.cancel()
        try await writing.value
        try folder.write("", to: "src/a.c")
        try await expectChanges(watcher, ["src/a.c"])
        try await expectChanges(watcher, [])
    }

    @Test func changesWaitUntilSomebodyAsks() async throws {
        let mailbox = WatchMailbox()
        for name in ["b", "a"] { mailbox.put([Array("/\(name)".utf8)]) }
        #expect(try await mailbox.next() == ["/a", "/b"])
    }

    @Test func waitingEndsWithTheTask() async throws {
        let watcher = try watcher()
        let waiting = Task { try await watcher.next() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let late = Task {
            try? await Task.sleep(for: .seconds(600))
            return try await watcher.next()
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        // Others may ask after that.
        try folder.write("", to: "src/a.c")
        try await expectChanges(watcher, ["src/a.c"])
    }

    @Test func itEndsWithItsLastUser() async throws {
        func queues() -> Int {
            FilePath("/proc/self/fd").names.filter {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains("inotify")
                    == true
            }.count
        }
        let before = queues()
        var watchers = try (0..<20).map { _ in try watcher() }
        #expect(queues() >= 20)
        watchers = []
        #expect(watchers.isEmpty)
        try await eventually { queues() <= before + 10 }
    }

    /// After any change of a matching file, something is told that was not known before.
    @Test func nothingIsMissed() async throws {
        var random = SplitMix64(seed: 88)
        let patterns = ["**/*.c", "ad/**", "!**/b.c"]
        let glob = try Glob(patterns)
        let watcher = try watcher(patterns, ignoring: ["bd"])
        func contents() -> [String: String] {
            let paths = FileManager.default.subpaths(atPath: folder.path.string) ?? []
            return Dictionary(
                uniqueKeysWithValues: paths.filter { glob.matches($0) && !$0.hasPrefix("bd/") }.compactMap { path in
                    folder.text(path).map { (path, $0) }
                })
        }
        var before = contents()
        for round in 0..<25 {
            for _ in 0..<Int.random(in: 1...6, using: &random) { try change(round, &random) }
            let after = contents()
            let changed = Set(after.keys).union(before.keys).filter { before[$0] != after[$0] }
            let told = try await changes(watcher)
            /// What was not reported; a folder that went elsewhere stands for everything in it.
            let missed = changed.filter { path in !told.contains { path == $0 || path.hasPrefix($0 + "/") } }
            #expect(missed == [], "in round \(round): \(told)")
            #expect(!told.contains { $0.hasPrefix("bd/") })
            before = after
        }
    }

    private func change(_ round: Int, _ random: inout SplitMix64) throws {
        let path = RandomTree.path(&random)
        let parts = path.split(separator: "/")
        let above = parts.prefix(max(1, parts.count - 1)).joined(separator: "/")
        let other = RandomTree.path(&random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3: try? folder.write("\(random.next())", to: path)
        case 4: try? remove(path)
        case 5: try? remove(above)
        case 6: try? move(above, to: other)
        default: try? move(path, to: other)
        }
    }

    /// Where events are lost, the folders are told instead, and watched as before.
    @Test func lostEvents() async throws {
        try folder.write("", to: "src/a.c")
        let queue = try INotify()
        let glob = try Glob(WatchedPatterns(directory: folder.path, patterns: ["src/**/*.c"]).absolute)
        var tree = try WatchTree([glob], bases: [folder.path], on: queue)
        let lost = INotify.Event(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: [])
        // This one comes while nobody listens.
        try folder.write("", to: "src/new/b.c")
        #expect(try tree.changes(by: lost) == [Array(folder.path.string.utf8)])
        _ = queue.events().map { try? tree.changes(by: $0) }
        try folder.write("", to: "src/new/c.c")
        var found: Set<[UInt8]> = []
        for event in queue.events() { found.formUnion(try tree.changes(by: event)) }
        #expect(found == [Array(path("src/new/c.c").utf8)])
    }

    @Test func limitsAreExplained() {
        #expect(
            Problem.tooManyFolders("/a").diagnostics.map(\.message) == [
                "cannot watch '/a': there are more folders than the limit allows"
            ])
        #expect(
            Problem.tooManyFolders("/a").diagnostics.first?.hint?.contains("sysctl fs.inotify.max_user_watches=")
                == true)
    }
}
