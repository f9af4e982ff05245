public import CJSONBlocks

extension JSONBlock {
    /// The first bytes of all tokens but commas and colons, and the closing brackets.
    @inlinable var tokens: UInt64 { openings | scalars | brackets }
}

extension UInt64 {
    /// The mask without the bits up to and including `place`.
    @inlinable func after(_ place: Int) -> UInt64 { self & (~1 &<< UInt64(place)) }
}
