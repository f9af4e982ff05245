import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

@Suite struct ProcessSpoolTests {
    @Test(arguments: [0, 1, Spool.limit, Spool.limit + 1, 3 * Spool.limit + 17])
    func givesBackWhatItWasGiven(size: Int) throws {
        var random = SplitMix64(seed: UInt64(size))
        let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var spool = Spool()
        #expect(spool.isEmpty)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(100_000, rest.count), using: &random)
            try rest.prefix(count).withUnsafeBytes { try spool.append($0) }
            rest = rest.dropFirst(count)
        }
        #expect(spool.isEmpty == (size == 0))
        var replayed: [UInt8] = []
        try spool.replay { replayed += $0 }
        let isSame = replayed == bytes
        #expect(isSame)
    }
}
