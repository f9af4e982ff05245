public import CJSONBlocks

extension JSONInstructions {
    /// The instructions that this processor has, the best first.
    package static let available: [JSONInstructions] = [.AVX512, .AVX2, .SSE2, .NEON]
        .filter { $0.reader != nil }

    /// The reader that uses the best instructions; on some processors there is none.
    @usableFromInline package static let bestReader = available.first?.reader

    /// The reader that uses these instructions, if the processor has them.
    package var reader: JSONBlockReader? { JSONBlockReaderUsing(self) }
}
