import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

@Suite struct AtomicFileTests {
    private let folder = TemporaryFolder()

    private func replace(_ name: String, with text: String) throws {
        let file = try AtomicFile(replacing: folder.path.appending(name))
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        try file.commit()
    }

    @Test func createsAFile() throws {
        try replace("new.txt", with: "hello")
        #expect(folder.text("new.txt") == "hello")
        #expect(folder.names == ["new.txt"])
    }

    @Test func keepsTheMode() throws {
        try folder.write("old", to: "file.txt")
        #expect(chmod(folder.path.appending("file.txt").string, 0o640) == 0)
        try replace("file.txt", with: "new")
        #expect(folder.text("file.txt") == "new")
        #expect(try folder.path.appending("file.txt").stat().permissions.rawValue == 0o640)
    }

    @Test func keepsALinkALink() throws {
        try folder.write("old", to: "real/file.txt")
        let link = folder.path.appending("link.txt")
        try FileManager.default.createSymbolicLink(
            atPath: link.string, withDestinationPath: "real/file.txt")
        try replace("link.txt", with: "new")
        #expect(folder.text("real/file.txt") == "new")
        #expect(try link.stat(followTargetSymlink: false).type == .symbolicLink)
        #expect(folder.names == ["link.txt", "real"])
    }

    @Test func leavesNothingWithoutACommit() throws {
        try folder.write("old", to: "file.txt")
        do {
            let file = try AtomicFile(replacing: folder.path.appending("file.txt"))
            try Array("half".utf8).withUnsafeBytes { try file.write($0) }
        }
        #expect(folder.text("file.txt") == "old")
        #expect(folder.names == ["file.txt"])
    }

    /// So not even a killed process leaves anything behind.
    @Test func hasNoNameUntilTheEnd() throws {
        try folder.write("old", to: "file.txt")
        let file = try AtomicFile(replacing: folder.path.appending("file.txt"))
        try Array("new".utf8).withUnsafeBytes { try file.write($0) }
        #expect(folder.names == ["file.txt"])
        try file.commit()
        #expect(folder.text("file.txt") == "new")
        #expect(folder.names == ["file.txt"])
    }

    @Test func takesTheLongestOfNames() throws {
        let name = String(repeating: "n", count: 255)
        try replace(name, with: "hello")
        #expect(folder.text(name) == "hello")
    }

    @Test func writesToADescriptorWhereItStands() throws {
        let output = try FileDescriptor.open(
            folder.path.appending("out"), .writeOnly, options: .create, permissions: .ownerReadWrite
        )
        defer { try? output.close() }
        try output.writeAll("header\n".utf8)
        let file = try AtomicFile(replacing: FilePath("/dev/fd/\(output.rawValue)"))
        try Array("more".utf8).withUnsafeBytes { try file.write($0) }
        try file.commit()
        #expect(folder.text("out") == "header\nmore")
    }

    @Test func writesToADeviceDirectly() throws {
        let file = try AtomicFile(replacing: "/dev/null")
        try Array("gone".utf8).withUnsafeBytes { try file.write($0) }
        try file.commit()
        #expect(try FilePath("/dev/null").stat().type == .characterSpecial)
    }

    @Test(arguments: [".", "missing/file.txt"])
    func refusesWhatCannotBeWritten(name: String) throws {
        let error = #expect(throws: FileError.self) {
            _ = try AtomicFile(replacing: folder.path.appending(name))
        }
        #expect(error?.exitStatus == .cannotCreate)
        #expect(folder.names == [])
    }
}
