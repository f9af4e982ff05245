import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

@Suite struct ProcessSpoolTests {
    @Test(arguments: [0, 1, SpillFile.limit, SpillFile.limit + 1, 3 * SpillFile.limit + 17])
    func givesBackWhatItWasGiven(size: Int) throws {
        var random = SplitMix64(seed: UInt64(size))
        let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var spill = SpillFile()
        #expect(spill.isEmpty)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(100_000, rest.count), using: &random)
            try rest.prefix(count).withUnsafeBytes { try spill.append($0) }
            rest = rest.dropFirst(count)
        }
        #expect(spill.isEmpty == (size == 0))
        var replayed: [UInt8] = []
        try spill.replay { replayed += $0 }
        let isSame = replayed == bytes
        #expect(isSame)
    }
}
