import CJSONBlocks
import JSON
import Testing

/// Expects that a scanner tells the same of an input with every block reader as with none.
func expectSameWithEveryReader(
    _ input: [UInt8], cutAt cuts: [Int] = [], unwanted: Set<Int> = [], sourceLocation: SourceLocation = #_sourceLocation
) {
    let expected = JSONOutcome(of: input, cutAt: cuts, unwanted: unwanted, blockReader: nil)
    for instructions in JSONInstructions.available {
        let outcome = JSONOutcome(of: input, cutAt: cuts, unwanted: unwanted, blockReader: instructions.reader)
        // Called ten thousands of times, of which #expect would take most of the time.
        if outcome != expected {
            let text = String(decoding: input, as: UTF8.self)
            Issue.record("\(instructions.name), cut at \(cuts): \(text)", sourceLocation: sourceLocation)
        }
    }
}

extension JSONInstructions {
    /// The name that their maker gives them.
    var name: String {
        switch self {
        case .AVX512: "AVX-512"
        case .AVX2: "AVX2"
        case .SSE2: "SSE2"
        case .NEON: "NEON"
        }
    }
}
