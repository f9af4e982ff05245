import Foundation
import TestSupport
import Testing

@testable import Favicon

@Suite struct DownloadChecksumTests {
    /// The examples of the standard.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func examples(text: String, expected: String) {
        let checksum = Checksum(of: Array(text.utf8))
        #expect(checksum.description == expected)
        #expect(checksum.short == expected.prefix(12))
    }

    /// Around the ends of blocks, and at random, it is what coreutils compute.
    @Test func sameAsCoreutils() throws {
        let folder = TemporaryFolder()
        var random = SplitMix64(seed: 180)
        let lengths = [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129]
        let samples = (lengths + (0..<30).map { _ in Int.random(in: 0...5000, using: &random) })
            .map { count in (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            }
        for (index, sample) in samples.enumerated() {
            try folder.write(bytes: sample, to: "\(1000 + index)")
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "cd \(folder.path) && sha256sum *"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(lines.map { String($0.prefix(64)) } == samples.map { Checksum(of: $0).description })
    }
}
