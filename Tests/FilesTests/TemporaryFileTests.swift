import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

/// A file that vanishes with its descriptor.
@Suite struct TemporaryFileTests {
    private let folder = TemporaryFolder()

    @Test func hasNoName() throws {
        let file = try FileDescriptor.temporaryFile(in: folder.path)
        #expect(folder.names == [])
        try file.closeAfter {
            try file.writeAll("hello".utf8)
            var bytes = [UInt8](repeating: 0, count: 10)
            let count = try bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
            #expect(String(decoding: bytes[..<count], as: UTF8.self) == "hello")
            #expect(try file.stat().permissions == .ownerReadWrite)
        }
    }

    @Test(arguments: [("missing", Errno.noSuchFileOrDirectory), ("file", .notDirectory)]) func needsAFolder(
        name: String, reason: Errno
    ) throws {
        try folder.write("", to: "file")
        #expect(throws: reason) { try FileDescriptor.temporaryFile(in: folder.path.appending(name)).close() }
    }
}
