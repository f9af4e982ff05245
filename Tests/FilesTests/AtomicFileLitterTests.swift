import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Files
@testable import Settings

/// What killed runs leave is removed by the next run; what live runs use is not.
@Suite(.tags(.slow)) struct AtomicFileLitterTests {
    private let folder = TemporaryFolder()
    private var path: FilePath { folder.path.appending("file.txt") }

    private func write(_ text: String, unnamed: Bool, suffix: String? = nil) throws {
        let file = try AtomicFile(replacing: path, keeping: nil, unnamed: unnamed)
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        try file.commit(keepingOriginalWithSuffix: suffix)
    }

    /// A file under the next free one of the destination's hidden names, as a killed run leaves it once
    /// its descriptor is closed.
    private func plant() throws -> (name: FilePath, descriptor: FileDescriptor) {
        let (name, descriptor) = try TemporaryNames(for: path).claim { name throws(Errno) in
            do {
                return try FileDescriptor.open(
                    name, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
            } catch { throw error as? Errno ?? .ioError }
        }
        return (name, descriptor)
    }

    @Test(arguments: [true, false]) func whatKilledRunsHaveLeftIsRemoved(unnamed: Bool) throws {
        try folder.write("old", to: "file.txt")
        for _ in 0..<TemporaryNames.count { try plant().descriptor.close() }
        try path.link(as: TemporaryNames(for: path).backup)
        #expect(folder.names.count == TemporaryNames.count + 2)
        try write("new", unnamed: unnamed)
        #expect(folder.names == ["file.txt"])
        #expect(folder.text("file.txt") == "new")
    }

    @Test func aRunThatHasNothingToWriteCanRemoveItToo() throws {
        try folder.write("old", to: "real/file.txt")
        try folder.link("file.txt", to: "real/file.txt")
        let leftover = folder.path.appending("real/leftover")
        let names = TemporaryNames(for: try path.followingLinks())
        _ = try names.claim { name throws(Errno) in try folder.path.appending("real/file.txt").link(as: name) }
        #expect(!leftover.isFile && folder.path.appending("real").names.count == 2)
        AtomicFile.removeLeftovers(of: path)
        #expect(folder.path.appending("real").names == ["file.txt"])
    }

    @Test(arguments: [true, false]) func whatALiveRunUsesIsLeftAlone(unnamed: Bool) throws {
        let live = try plant()
        #expect(live.descriptor.lock())
        try plant().descriptor.close()
        try write("new", unnamed: unnamed)
        #expect(folder.names.sorted() == [live.name.lastComponent?.string, "file.txt"])
        // A child that another test is about to start may still hold the descriptor.
        flock(live.descriptor.rawValue, LOCK_UN)
        try live.descriptor.close()
        try write("newer", unnamed: unnamed)
        #expect(folder.names == ["file.txt"])
    }

    @Test(arguments: [true, false]) func aCrowdFindsNamesAllTheSame(unnamed: Bool) throws {
        let live = try (0..<TemporaryNames.count).map { _ in try plant() }
        for file in live { #expect(file.descriptor.lock()) }
        try write("new", unnamed: unnamed)
        #expect(folder.text("file.txt") == "new")
        #expect(folder.names.count == TemporaryNames.count + 1)
        for file in live { try file.descriptor.close() }
    }

    /// In a folder that everybody may write to, anything may lie under the names.
    @Test func whatIsNoFileIsLeftAlone() throws {
        try folder.write("other", to: "other.txt")
        let fifo = try TemporaryNames(for: path).claim { name throws(Errno) in try check(mkfifo(name.string, 0o600)) }
        let link = try TemporaryNames(for: path).claim { name throws(Errno) in
            try check(symlink("other.txt", name.string))
        }
        try write("new", unnamed: false)
        #expect(try fifo.name.stat().type == .fifo)
        #expect(try link.name.stat(followTargetSymlink: false).type == .symbolicLink)
        #expect(folder.text("other.txt") == "other")
    }

    /// Names are chosen by a hash, so other files' are different.
    @Test func otherFilesAreNoConcern() throws {
        let planted = try plant()
        try planted.descriptor.close()
        try AtomicFile(replacing: folder.path.appending("file2.txt")).commit()
        #expect(planted.name.isFile)
    }

    /// A file that is named from the beginning is nobody else's to read before it has its mode.
    @Test(arguments: [true, false]) func isNeverMoreOpenThanTheFileThatItReplaces(unnamed: Bool) throws {
        try folder.write("secret", to: "file.txt")
        #expect(chmod(path.string, 0o600) == 0)
        let file = try AtomicFile(replacing: path, keeping: nil, unnamed: unnamed)
        let modes = try folder.path.names.map { try folder.path.appending($0).stat().permissions.rawValue }
        #expect(modes == Array(repeating: 0o600, count: unnamed ? 1 : 2))
        try file.commit()
    }

    /// The last one wins, and nothing is left.
    ///
    /// Locks belong to open files, so threads are like processes here.
    @Test(arguments: [true, false], [nil, "~"]) func manyAtTheSameTime(unnamed: Bool, suffix: String?) async throws {
        try folder.write("0 0", to: "file.txt")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 1...4 {
                group.addTask {
                    for turn in 1...rounds(100) { try write("\(writer) \(turn)", unnamed: unnamed, suffix: suffix) }
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.names == (suffix == nil ? ["file.txt"] : ["file.txt", "file.txt~"]))
        let last = try #require(folder.text("file.txt"))
        #expect(last.hasSuffix(" \(rounds(100))"))
        if suffix != nil {
            let kept = try #require(folder.text("file.txt~"))
            #expect(kept.wholeMatch(of: /[0-4] [0-9]+/) != nil && kept != last)
        }
    }
}
