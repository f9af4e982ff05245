/// A set of elements with a fast membership test, which runs for every tag.
struct ElementSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    init(_ elements: some Sequence<HTMLElement>) {
        for element in elements {
            let bit = UInt64(1) << UInt64(element.number & 63)
            if element.number < 64 { low |= bit } else { high |= bit }
        }
    }
    @inline(__always) func contains(_ element: HTMLElement) -> Bool {
        let word = element.number < 64 ? low : high
        return word &>> UInt64(element.number & 63) & 1 != 0
    }
}
