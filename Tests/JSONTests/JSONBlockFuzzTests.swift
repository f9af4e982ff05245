import Foundation
import JSON
import TestSupport
import Testing

/// Random documents of many blocks, with every block reader, against none and Foundation.
@Suite(.tags(.slow)) struct JSONBlockFuzzTests {
    @Test(arguments: 0..<30 as Range<UInt64>) func mutatedDocuments(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(12) {
            var input = Self.document(using: &random)
            for _ in 0..<Int.random(in: 0...2, using: &random) { JSONFuzz.mutate(&input, using: &random) }
            let count = Int.random(in: 0...3, using: &random)
            let cuts = (0..<count).map { _ in Int.random(in: 0...input.count, using: &random) }
            expectSameWithEveryReader(input, cutAt: cuts.sorted())
            let unwanted = input.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            expectSameWithEveryReader(input, cutAt: cuts.sorted(), unwanted: Set(unwanted))
            let outcome = JSONOutcome(of: input)
            // Foundation takes a comma before the end of an array, if a space follows it.
            if outcome.error?.expected == .elementAfterComma, outcome.error?.found == 0x5D { continue }
            #expect(outcome.isAccepted == JSONFuzz.foundationAccepts(input))
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func truncatedDocuments(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let input = Self.document(using: &random).prefix(600)
        for count in 0..<input.count { expectSameWithEveryReader(Array(input.prefix(count))) }
    }

    /// An array of random values, of some hundred to some thousand bytes.
    static func document(using random: inout SplitMix64) -> [UInt8] {
        let count = Int.random(in: 30...200, using: &random)
        let values = (0..<count).map { _ in JSONFuzz.document(depth: 1, using: &random) }
        let separator = [",", ",", " ,\n  "].randomElement(using: &random) ?? ","
        return Array("[\(values.joined(separator: separator))]".utf8)
    }
}
