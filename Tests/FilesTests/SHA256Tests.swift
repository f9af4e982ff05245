import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

@Suite struct SHA256Tests {
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test func readsHexadecimalDigits() {
        #expect(SHA256(argument: Self.digits)?.description == Self.digits)
        #expect(SHA256(argument: Self.digits.uppercased())?.description == Self.digits)
    }

    @Test func refusesAnythingElse() {
        let short = String(Self.digits.dropLast())
        for text in ["", short, "\(short)g", "\(short)\u{FF11}", "\(Self.digits)0"] {
            #expect(SHA256(argument: text) == nil)
        }
    }

    /// The examples of NIST for FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
                + "lmnopqrsmnopqrstnopqrstu", "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]) func knownChecksums(text: String, expected: String) {
        #expect(Self.checksum(of: Array(text.utf8)).description == expected)
    }

    /// Every length around the ends of blocks, and some files of several reads, as `sha256sum` has them.
    @Test func isThatOfAnotherProgram() throws {
        var random = SplitMix64(seed: 256)
        let folder = TemporaryFolder()
        let long = (0..<rounds(20, every: 4)).map { _ in Int.random(in: 0...300_000, using: &random) }
        let lengths = Array(0...200) + long
        for (index, length) in lengths.enumerated() {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try folder.write(bytes: bytes, to: "\(index)")
        }
        let names = lengths.indices.map { "\($0)" }
        let expected = try Self.sha256sum(names, in: folder.path)
        try #require(expected.count == names.count)
        for (name, expected) in zip(names, expected) {
            let path = folder.path.appending(name)
            #expect(try SHA256.ofFile(path).description == expected)
            #expect(Self.checksum(of: try path.contents()).description == expected)
            #expect(Self.checksum(of: try path.contents(), cutBy: &random).description == expected)
        }
    }

    @Test func ofWhatIsLeftInAnOpenFile() throws {
        let folder = TemporaryFolder()
        try folder.write("xxabc", to: "file")
        let file = try FileDescriptor.open(folder.path.appending("file"), .writeOnly)
        defer { try? file.close() }
        let checksum = try SHA256.ofFile(file, named: "file", from: 2)
        #expect(checksum == Self.checksum(of: Array("abc".utf8)))
        #expect(try file.seek(offset: 0, from: .current) == 0)
    }

    @Test func missingFile() throws {
        let error = try #require(throws: FileError.self) { _ = try SHA256.ofFile("/nowhere/a") }
        #expect(error.diagnostics.map(\.message) == ["cannot read '/nowhere/a': No such file or directory"])
    }

    @Test func textsAreToldApart() {
        func checksum(_ texts: String...) -> SHA256 {
            var hasher = SHA256Hasher()
            for text in texts { hasher.update(text) }
            return hasher.finish()
        }
        #expect(checksum("a", "bc") == checksum("a", "bc"))
        #expect(checksum("a", "bc") != checksum("ab", "c"))
        #expect(checksum("abc") != checksum("abc", ""))
    }

    private static func checksum(of bytes: [UInt8]) -> SHA256 { bytes.withUnsafeBytes { SHA256(of: $0) } }

    private static func checksum(of bytes: [UInt8], cutBy random: inout SplitMix64) -> SHA256 {
        var (hasher, rest) = (SHA256Hasher(), bytes[...])
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 0...150, using: &random))
            piece.withUnsafeBytes { hasher.update($0) }
            rest = rest.dropFirst(piece.count)
        }
        return hasher.finish()
    }

    private static func sha256sum(_ names: [String], in folder: FilePath) throws -> [String] {
        let program = try #require(OtherProgram("sha256sum"))
        return try program.run(names, in: folder).output.split(separator: "\n").map { String($0.prefix(64)) }
    }
}
