import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Files

@Suite struct AtomicFileTests {
    private let folder = TemporaryFolder()

    private func replace(_ name: String, with text: String) throws {
        let file = try AtomicFile(replacing: folder.path.appending(name))
        let bytes = Array(text.utf8)
        try file.write(bytes.span.bytes)
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

    @Test(arguments: [true, false]) func aFileThatMustBeNew(unnamed: Bool) throws {
        func create(_ name: String, meanwhile: () throws -> Void = {}) throws {
            let file = try AtomicFile(replacing: folder.path.appending(name), in: .free, unnamed: unnamed)
            try Array("new".utf8).withUnsafeBytes { try file.write($0) }
            try meanwhile()
            try file.commit()
        }
        try create("new.txt")
        try folder.link("link.txt", to: "nowhere")
        for name in ["new.txt", "link.txt"] { #expect(throws: FileError.self) { try create(name) } }
        let error = #expect(throws: FileError.self) {
            try create("other.txt") { try folder.write("other", to: "other.txt") }
        }
        #expect(error?.exitStatus == .cannotCreate)
        #expect(folder.text("other.txt") == "other")
        #expect(folder.names == ["link.txt", "new.txt", "other.txt"])
    }

    @Test(arguments: [true, false], ["edit", "save", "remove", "second run"]) func aFileThatMustBeTheOneThatWasRead(
        unnamed: Bool, event: String
    ) throws {
        try folder.write("old", to: "file.txt")
        let path = folder.path.appending("file.txt")
        let version = try path.versionedContents().version
        let change: () throws -> Void = { [folder] in
            let file = try AtomicFile(replacing: path, in: .version(version), unnamed: unnamed)
            try Array("new".utf8).withUnsafeBytes { try file.write($0) }
            switch event {
            case "edit": try Data("edited".utf8).write(to: URL(filePath: path.string))
            case "save":
                try folder.write("saved", to: "saved.txt")
                try folder.path.appending("saved.txt").rename(to: path)
            case "remove": path.removeFile()
            default: break
            }
            try file.commit(keepingOriginalWithSuffix: "~")
        }
        if event == "second run" {
            try change()
            #expect(folder.text("file.txt~") == "old")
        }
        let error = #expect(throws: FileError.self, performing: change)
        #expect(error?.exitStatus == .inputOutputError)
        let left = ["edit": "edited", "save": "saved", "second run": "new"]
        #expect(folder.text("file.txt") == left[event])
        #expect(folder.names == (event == "remove" ? [] : ["file.txt"]) + (event == "second run" ? ["file.txt~"] : []))
    }

    @Test func aFileThatIsReadHasALimit() throws {
        try folder.write("1234", to: "file.txt")
        let path = folder.path.appending("file.txt")
        #expect(try path.contents(upTo: 4).count == 4)
        #expect(throws: InputError.tooLarge(limit: 3)) { try path.contents(upTo: 3) }
        #expect(throws: InputError.tooLarge(limit: 3)) { try FilePath("/dev/zero").contents(upTo: 3, isTyped: true) }
        #expect(throws: InputError.notRegular) { try FilePath("/dev/zero").contents() }
        #expect(throws: InputError.system(.isDirectory)) { try folder.path.contents() }
        #expect(truncate(path.string, Int(FilePath.contentsLimit) + 1) == 0)
        #expect(throws: InputError.tooLarge(limit: FilePath.contentsLimit)) { try path.contents() }
    }

    @Test func keepsALinkALink() throws {
        try folder.write("old", to: "real/file.txt")
        try folder.link("link.txt", to: "real/file.txt")
        try replace("link.txt", with: "new")
        #expect(folder.text("real/file.txt") == "new")
        #expect(folder.isLink("link.txt"))
        #expect(folder.names == ["link.txt", "real"])
    }

    @Test func createsWhatALinkPointsTo() throws {
        try folder.write("", to: "real/other.txt")
        try folder.link("link.txt", to: "real/next.txt")
        try folder.link("real/next.txt", to: "../real/file.txt")
        try replace("link.txt", with: "new")
        #expect(folder.text("real/file.txt") == "new")
        #expect(folder.names == ["link.txt", "real"])
        #expect(folder.path.appending("real").names == ["file.txt", "next.txt", "other.txt"])
        #expect(folder.isLink("link.txt") && folder.isLink("real/next.txt"))
    }

    @Test func refusesLinksInACircle() throws {
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        let error = #expect(throws: FileError.self) { try replace("a", with: "new") }
        #expect(
            error?.diagnostics.map(\.message) == ["cannot create '\(folder.path)/a': Too many levels of symbolic links"]
        )
        #expect(folder.names == ["a", "b"])
        #expect(folder.isLink("a") && folder.isLink("b"))
    }

    @Test func otherNamesKeepTheOldContent() throws {
        try folder.write("old", to: "file.txt")
        try folder.path.appending("file.txt").link(as: folder.path.appending("other.txt"))
        try replace("file.txt", with: "new")
        #expect(folder.text("file.txt") == "new")
        #expect(folder.text("other.txt") == "old")
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

    /// So a killed process leaves nothing behind, but for a moment at the end.
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
            folder.path.appending("out"), .writeOnly, options: .create, permissions: .ownerReadWrite)
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

    @Test(arguments: [".", "missing/file.txt"]) func refusesWhatCannotBeWritten(name: String) throws {
        let error = #expect(throws: FileError.self) { _ = try AtomicFile(replacing: folder.path.appending(name)) }
        #expect(error?.exitStatus == .cannotCreate)
        #expect(folder.names == [])
    }
}

extension TemporaryFolder {
    /// Creates a symbolic link in the folder.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path.appending(name).string, withDestinationPath: target)
    }

    /// Whether there is a symbolic link of this name.
    func isLink(_ name: String) -> Bool {
        (try? path.appending(name).stat(followTargetSymlink: false).type) == .symbolicLink
    }
}
