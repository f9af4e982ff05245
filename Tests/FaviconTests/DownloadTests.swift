import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Favicon

@Suite struct DownloadTests {
    private let folder = TemporaryFolder()
    private static let png = ImageSamples.png(16, 16)

    /// Writes an icon as the argument says, and gives the name from the folder on.
    private func download(_ bytes: [UInt8] = png, host: String? = "ex.test", to argument: String, forMany: Bool = false)
        throws -> String
    {
        let text = "\(folder.path)/\(argument)"
        let target = DownloadTarget(text, at: FilePath(text), forMany: forMany)
        let path = try target.write(bytes, IconImage(reading: bytes), host: host)
        return String(path.string.dropFirst(folder.path.string.utf8.count + 1))
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: folder.path.appending(name).string)))
    }

    @Test func writesTheBytes() throws {
        #expect(try download(to: "icon") == "icon.png")
        #expect(try bytes("icon.png") == Self.png)
        #expect(folder.names == ["icon.png"])
    }

    @Test func replacesAFile() throws {
        try folder.write("old", to: "icon.png")
        #expect(try download(to: "icon.ico") == "icon.png")
        #expect(try bytes("icon.png") == Self.png)
        #expect(folder.names == ["icon.png"])
    }

    @Test(arguments: ["icons", "icons/"]) func writesIntoAFolderThatIsThere(argument: String) throws {
        try folder.write("", to: "icons/other")
        #expect(try download(to: argument) == "icons/ex.test.png")
        #expect(try download(ImageSamples.gif(16, 16), host: nil, to: argument) == "icons/favicon.gif")
        #expect(folder.path.appending("icons").names == ["ex.test.png", "favicon.gif", "other"])
    }

    @Test func makesAFolderWhereASlashAsksForOne() throws {
        #expect(try download(to: "all/icons/") == "all/icons/ex.test.png")
        #expect(try bytes("all/icons/ex.test.png") == Self.png)
    }

    @Test func makesAFolderForMany() throws {
        let other = ImageSamples.png(32, 32)
        let name = "icons/ex.test-\(StableHash(of: Self.png).digits).png"
        let otherName = "icons/ex.test-\(StableHash(of: other).digits).png"
        #expect(try download(to: "icons", forMany: true) == name)
        #expect(try download(other, to: "icons", forMany: true) == otherName)
        #expect(try bytes(name) == Self.png)
        #expect(try bytes(otherName) == other)
    }

    @Test func writesTheSameIconOfAHostOnce() throws {
        let name = try download(to: "icons", forMany: true)
        let path = folder.path.appending(name)
        let first = try path.stat().inode
        #expect(try download(to: "icons", forMany: true) == name)
        #expect(try path.stat().inode == first)
        #expect(folder.path.appending("icons").names.count == 1)
    }

    /// See E10: a user's own picture was replaced without a word.
    @Test(arguments: [false, true]) func keepsAnotherFileOfAFolder(forMany: Bool) throws {
        let name = try download(to: "icons/", forMany: forMany)
        #expect(try download(to: "icons/", forMany: forMany) == name)
        try folder.write("mine", to: name)
        let error = #expect(throws: FileError.self) { try download(to: "icons/", forMany: forMany) }
        #expect(error?.diagnostics.map(\.message) == ["'\(folder.path)/\(name)' already exists; not changed"])
        #expect(error?.exitStatus == .cannotCreate)
        #expect(folder.text(name) == "mine")
    }

    @Test func keepsALinkALink() throws {
        try folder.write("old", to: "real/icon.bin")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("icon.png").string, withDestinationPath: "real/icon.bin")
        #expect(try download(to: "icon.png") == "icon.png")
        #expect(try bytes("real/icon.bin") == Self.png)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path.appending("icon.png").string)
                == "real/icon.bin")
    }

    @Test func followsALinkToAFolder() throws {
        try folder.write("", to: "real/other")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("icons").string, withDestinationPath: "real")
        #expect(try download(to: "icons") == "icons/ex.test.png")
        #expect(try bytes("real/ex.test.png") == Self.png)
    }

    @Test func writesIntoAPipe() throws {
        let pipe = folder.path.appending("pipe")
        #expect(mkfifo(pipe.string, 0o600) == 0)
        // The system keeps what is written as long as someone has the pipe open.
        let end = try FileDescriptor.open(pipe, .readWrite, options: .nonBlocking)
        defer { try? end.close() }
        #expect(try download(to: "pipe") == "pipe")
        var read = [UInt8](repeating: 0, count: 100)
        let count = try read.withUnsafeMutableBytes { try end.read(into: $0) }
        #expect(Array(read.prefix(count)) == Self.png)
        #expect(folder.names == ["pipe"])
    }

    @Test func sparesWhatADescriptorNames() throws {
        let file = try FileDescriptor.open(
            folder.path.appending("shell"), .readWrite, options: .create, permissions: .ownerReadWrite)
        defer { try? file.close() }
        let name = "/dev/fd/\(file.rawValue)"
        let target = DownloadTarget(name, at: FilePath(name))
        let path = try target.write(Self.png, IconImage(reading: Self.png), host: nil)
        #expect(path.string == "/dev/fd/\(file.rawValue)")
        #expect(try bytes("shell") == Self.png)
    }

    /// Each with the exit status of its error.
    @Test(arguments: [
        ("file/icon", "cannot create '[DIR]/file/icon.png': Not a directory", DevtoolKit.ExitStatus.cannotCreate),
        ("file/", "cannot create '[DIR]/file/ex.test.png': Not a directory", .cannotCreate),
        ("file/icons/", "cannot create '[DIR]/file/icons': Not a directory", .cannotCreate),
        ("missing/icon", "cannot create '[DIR]/missing/icon.png': No such file or directory", .cannotCreate),
        ("folder/icon", "cannot create '[DIR]/folder/icon.png': Is a directory", .cannotCreate),
        ("full", "cannot write '[DIR]/full': No space left on device", .inputOutputError),
    ]) func refusals(argument: String, message: String, status: DevtoolKit.ExitStatus) throws {
        try folder.write("old", to: "file")
        try folder.write("", to: "folder/icon.png/other")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("full").string, withDestinationPath: "/dev/full")
        let error = #expect(throws: FileError.self) { try download(to: argument) }
        let expected = message.replacing("[DIR]", with: folder.path.string)
        #expect(error?.diagnostics.map(\.message) == [expected])
        #expect(error?.exitStatus == status)
        #expect(folder.text("file") == "old")
        #expect(folder.names == ["file", "folder", "full"])
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may write anywhere")) func aFolderThatIsReadOnly() throws {
        try folder.write("", to: "icons/other")
        let icons = folder.path.appending("icons").string
        #expect(chmod(icons, 0o500) == 0)
        defer { chmod(icons, 0o700) }
        let error = #expect(throws: FileError.self) { try download(to: "icons/") }
        #expect(error?.diagnostics.map(\.message) == ["cannot create '\(icons)/ex.test.png': Permission denied"])
        #expect(error?.exitStatus == .cannotCreate)
        #expect(folder.path.appending("icons").names == ["other"])
    }
}
