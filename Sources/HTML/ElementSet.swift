/// A set of elements, to be asked at every tag.
struct ElementSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Makes the set of some elements.
    init(_ elements: some Sequence<HTMLElement>) {
        for element in elements {
            let bit = UInt64(1) << UInt64(element.number & 63)
            if element.number < 64 { low |= bit } else { high |= bit }
        }
    }

    /// Tells whether the set holds the element.
    @inline(__always)
    func contains(_ element: HTMLElement) -> Bool {
        let word = element.number < 64 ? low : high
        return word &>> UInt64(element.number & 63) & 1 != 0
    }
}
