public import CJSONBlocks

extension JSONInstructions {
    /// The instruction sets of this processor, the best first.
    package static let available: [JSONInstructions] = [.AVX512, .AVX2, .SSE2, .NEON].filter { $0.reader != nil }

    /// `nil` if the processor has none of the instruction sets.
    @usableFromInline package static let bestReader = available.first?.reader

    /// `nil` if the processor lacks the instructions.
    package var reader: JSONBlockReader? { JSONBlockReaderUsing(self) }
}
