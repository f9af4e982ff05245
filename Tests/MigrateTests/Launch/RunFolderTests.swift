import DevtoolKit
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

@Suite(.takingTurns) struct RunFolderTests {
    @Test func isOfItsOwnAndGoesAway() throws {
        let parent = TemporaryFolder()
        do {
            let folders = (0..<8).compactMap { _ in try? StagingFolder(in: parent.path) }
            #expect(Set(folders.map(\.path)).count == 8)
            for folder in folders {
                let mode = try folder.path.stat().permissions
                #expect(mode == [.ownerReadWriteExecute])
            }
            #expect(parent.names.count == 8)
        }
        #expect(parent.names == [])
    }

    /// Runs that begin at the same time take each other's folders for no litter.
    @Test func manyAtOnceDoNotDisturbEachOther() async throws {
        let parent = TemporaryFolder()
        let path = parent.path
        let kept = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    guard let folder = try? StagingFolder(in: path) else { return false }
                    await Task.yield()
                    return folder.path.isDirectory
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kept.allSatisfy { $0 })
        #expect(parent.names == [])
    }

    @Test func removesWhatADeadRunHasLeft() throws {
        let parent = TemporaryFolder()
        try parent.write("library", to: ".install-dead/sqlite.so")
        let folder = try StagingFolder(in: parent.path)
        #expect(parent.names == [folder.path.lastComponent?.string])
    }

    @Test func thereIsNoneWhereNothingCanBeMade() throws {
        let parent = TemporaryFolder()
        try parent.write("", to: "file")
        #expect(throws: FileError.self) { try StagingFolder(in: parent.path.appending("file")) }
    }

    /// The driver for SQLite leaves its library behind when it is killed; here in the run's folder.
    @Test func isJavasTemporaryFolder() async throws {
        let real = try RealLiquibase()
        let run = real.run(["update"], url: "jdbc:sqlite:app.db")
        let runs = real.folder.path.appending("cache/devtool/liquibase/runs")
        let watch = FolderWatch(runs)
        watch.begin()
        #expect(try await real.outcome(of: run).termination == .exited(0))
        #expect(watch.end().contains { $0.hasPrefix("sqlite-") })
        #expect(runs.names == [])
    }
}

/// Notes all that appears in the folders of a folder, on a thread of its own: the tasks of a busy machine
/// would miss what is there for a moment.
private final class FolderWatch: Sendable {
    private let folder: FilePath
    private let state = Mutex<(isOver: Bool, names: Set<String>)>((false, []))

    init(_ folder: FilePath) { self.folder = folder }

    func begin() {
        Thread.detachNewThread { [self] in
            while !state.withLock(\.isOver) {
                let names = folder.names.flatMap { folder.appending($0).names }
                state.withLock { $0.names.formUnion(names) }
                usleep(1000)
            }
        }
    }

    /// What has appeared.
    func end() -> Set<String> {
        state.withLock { state in
            state.isOver = true
            return state.names
        }
    }
}
