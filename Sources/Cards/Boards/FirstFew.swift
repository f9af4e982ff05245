/// The first few of many things to tell, or all of them, and how many there are in all.
struct FirstFew<Element: Sendable>: Sendable {
    /// The most that are kept: more than a screen of warnings helps nobody.
    static var usualLimit: Int { 10 }

    private let limit: Int

    /// The ones that are kept.
    private(set) var elements: [Element] = []
    /// The number of all.
    private(set) var total = 0

    /// Nothing so far.
    init(keepsAll: Bool = false) { limit = keepsAll ? .max : Self.usualLimit }

    /// How many are not kept.
    var untold: Int { total - elements.count }

    /// Adds one thing.
    mutating func append(_ element: Element) {
        total += 1
        if elements.count < limit { elements.append(element) }
    }

    /// Changes one of those that are kept.
    mutating func change(at index: Int, _ change: (inout Element) -> Void) {
        change(&elements[index])
    }

    /// Adds what another has.
    mutating func append(contentsOf other: FirstFew) {
        elements += other.elements.prefix(limit - elements.count)
        total += other.total
    }
}
