import TestSupport
import Testing

@testable import Migrate

@Suite struct SharedJVMFramesTests {
    private static func frame(_ kind: UInt8, run: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0x00, 0x1D, 0x44, 0x46, kind, 0, 0, 0, run, 0, 0, 0, UInt8(body.count)] + body
    }

    private static let bytes: [UInt8] =
        frame(UInt8(ascii: "b"), run: 3, [])
        + frame(1, run: 3, [0, 0x1D, 0x44])
        + Array("written past Java".utf8) + [0x00, 0x1D]
        + frame(2, run: 3, Array("ö".utf8))
        + frame(UInt8(ascii: "e"), run: 3, [4])

    private static let frames: [SharedJVMFrames.Frame] = [
        .init(run: 3, event: .began),
        .init(run: 3, event: .output([0, 0x1D, 0x44])),
        .init(run: nil, event: .output(Array("written past Java".utf8) + [0x00, 0x1D])),
        .init(run: 3, event: .error(Array("ö".utf8))),
        .init(run: 3, event: .ended(4)),
    ]

    @Test func doNotDependOnHowTheyArrive() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<rounds(300) {
            var reader = SharedJVMFrames()
            var rest = Self.bytes[...]
            var frames: [SharedJVMFrames.Frame] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...max(1, rest.count), using: &random)
                frames += reader.receive(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(Self.joined(frames) == Self.frames)
        }
    }

    /// What nobody has signed may come in several pieces.
    private static func joined(_ frames: [SharedJVMFrames.Frame]) -> [SharedJVMFrames.Frame] {
        frames.reduce(into: []) { joined, frame in
            if let last = joined.last, last.run == nil, frame.run == nil,
                case .output(let first) = last.event, case .output(let second) = frame.event
            {
                joined[joined.count - 1] = .init(run: nil, event: .output(first + second))
            } else {
                joined.append(frame)
            }
        }
    }

    @Test func noBytesAreTooStrange() {
        var random = SplitMix64(seed: 12)
        for _ in 0..<rounds(300) {
            var reader = SharedJVMFrames()
            var bytes = Self.bytes
            for _ in 0..<3 {
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            // Whatever they say, it is no more than there is.
            let count = reader.receive(bytes).reduce(0) { count, frame in
                switch frame.event {
                case .output(let body), .error(let body): count + body.count
                case .began, .ended: count
                }
            }
            #expect(count <= bytes.count)
        }
    }
}
