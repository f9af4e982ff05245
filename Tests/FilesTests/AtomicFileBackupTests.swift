import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Files

/// What a replaced file is kept as.
@Suite struct AtomicFileBackupTests {
    private let folder = TemporaryFolder()

    private func replace(_ name: String, with text: String, keepingWith suffix: String) throws {
        let file = try AtomicFile(replacing: folder.path.appending(name))
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        try file.commit(keepingOriginalWithSuffix: suffix)
    }

    @Test(arguments: ["~", ".bak", ".früher"]) func keepsTheFileItself(suffix: String) throws {
        try folder.write("old", to: "file.txt")
        let before = try folder.path.appending("file.txt").stat()
        try replace("file.txt", with: "new", keepingWith: suffix)
        #expect(folder.text("file.txt") == "new")
        #expect(folder.text("file.txt" + suffix) == "old")
        let after = try folder.path.appending("file.txt" + suffix).stat()
        #expect(after.inode == before.inode && after.linkCount == 1)
        #expect(folder.names.count == 2)
    }

    @Test func replacesAnEarlierBackup() throws {
        try folder.write("first", to: "file.txt")
        for text in ["second", "third"] { try replace("file.txt", with: text, keepingWith: "~") }
        #expect(folder.text("file.txt") == "third")
        #expect(folder.text("file.txt~") == "second")
        #expect(folder.names == ["file.txt", "file.txt~"])
    }

    /// As after a kill between the two steps.
    @Test func theBackupMayBeTheFileAlready() throws {
        try folder.write("old", to: "file.txt")
        try folder.path.appending("file.txt").link(as: folder.path.appending("file.txt~"))
        try replace("file.txt", with: "new", keepingWith: "~")
        #expect(folder.text("file.txt") == "new")
        #expect(folder.text("file.txt~") == "old")
        #expect(folder.names == ["file.txt", "file.txt~"])
    }

    @Test func aNewFileHasNone() throws {
        try replace("file.txt", with: "new", keepingWith: "~")
        #expect(folder.names == ["file.txt"])
    }

    @Test func liesBesideTheFileThatALinkPointsTo() throws {
        try folder.write("old", to: "real/file.txt")
        try folder.link("link.txt", to: "real/file.txt")
        try replace("link.txt", with: "new", keepingWith: "~")
        #expect(folder.path.appending("real").names == ["file.txt", "file.txt~"])
        #expect(folder.text("real/file.txt~") == "old")
        #expect(folder.names == ["link.txt", "real"])
    }

    /// What the backup's name points to is not the backup's to write.
    @Test func replacesALinkOfItsName() throws {
        try folder.write("old", to: "file.txt")
        try folder.write("other", to: "other.txt")
        try folder.link("file.txt~", to: "other.txt")
        try replace("file.txt", with: "new", keepingWith: "~")
        #expect(folder.text("file.txt~") == "old")
        #expect(folder.text("other.txt") == "other")
        #expect(!folder.isLink("file.txt~"))
    }

    @Test(arguments: [
        ("", "Invalid argument"), ("/x", "Invalid argument"), ("~", "Is a directory"),
        (String(repeating: "n", count: 250), "File name too long"),
    ]) func leavesAllAsItWasIfThereCanBeNone(suffix: String, reason: String) throws {
        try folder.write("old", to: "file.txt")
        try folder.write("", to: "file.txt~/a")
        let error = #expect(throws: FileError.self) { try replace("file.txt", with: "new", keepingWith: suffix) }
        #expect(error?.diagnostics.map(\.message) == ["cannot create '\(folder.path)/file.txt\(suffix)': \(reason)"])
        #expect(error?.exitStatus == .cannotCreate)
        #expect(folder.text("file.txt") == "old")
        #expect(folder.names == ["file.txt", "file.txt~"])
    }

    @Test func aCopyIsLikeTheOriginal() throws {
        let original = folder.path.appending("file.txt")
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try folder.write(bytes: bytes, to: "file.txt")
        try folder.write("earlier", to: "file.txt~")
        #expect(chmod(original.string, 0o600) == 0)
        #expect(utimensat(AT_FDCWD, original.string, [timespec(), timespec()], 0) == 0)
        try AtomicFile.copy(original, to: folder.path.appending("file.txt~"))
        let copy = try folder.path.appending("file.txt~").stat()
        #expect(try folder.path.appending("file.txt~").contents() == bytes)
        #expect(copy.permissions == .ownerReadWrite)
        #expect(copy.st_mtim.tv_sec == 0)
        #expect(try copy.inode != original.stat().inode)
        #expect(folder.names == ["file.txt", "file.txt~"])
    }
}
