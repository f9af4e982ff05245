import DevtoolKit
import TestSupport
import Testing

@testable import TaskRunner

/// The entries of a remote cache, which anybody may have written.
@Suite struct ActionResultTests {
    private static let entry = ActionResult(checksum: SHA256Hasher().finish(), size: 1 << 40)

    @Test(arguments: [0, 1, 127, 128, 1 << 40, Int64.max]) func areReadAsTheyAreWritten(size: Int64) {
        let entry = ActionResult(checksum: Self.entry.checksum, size: size)
        #expect(ActionResult(bytes: entry.bytes) == entry)
    }

    /// A server may add fields, such as the worker; others have other files.
    @Test func otherFieldsAreSkipped() {
        let others: [[UInt8]] = [
            [0x20, 0x96, 0x01], [0x2A, 1, 7], [0x4A, 3, 0x0A, 1, 0x61], [0x12, 3, 0x0A, 1, 0x61], [0x12, 0],
            [0x35, 1, 2, 3, 4], [0x31, 1, 2, 3, 4, 5, 6, 7, 8],
        ]
        for other in others { #expect(ActionResult(bytes: other + Self.entry.bytes + other) == Self.entry) }
    }

    @Test(
        arguments: [
            // A group, a number without an end, and lengths beyond the end.
            [0x0B], [0x10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80], [0x12],
            [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x35, 1], [0x12, 2, 0x0A], [],
        ] as [[UInt8]]) func whatIsMalformedIsNone(bytes: [UInt8])
    {
        #expect(ActionResult(bytes: bytes) == nil)
        if !bytes.isEmpty { #expect(ActionResult(bytes: Self.entry.bytes + bytes) == nil) }
    }

    @Test func anyBytesAreReadWithoutATrap() {
        let bytes = Self.entry.bytes
        for end in bytes.indices { #expect(ActionResult(bytes: Array(bytes[..<end])) == nil) }
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0...2 {
                changed[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = ActionResult(bytes: changed)
        }
    }
}
