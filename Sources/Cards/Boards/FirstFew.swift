/// The first few of many things to tell, and how many there are in all.
struct FirstFew<Element: Sendable>: Sendable {
    /// The most that are kept: more than a screen of warnings helps nobody.
    static var limit: Int { 10 }

    /// The ones that are kept.
    private(set) var elements: [Element] = []
    /// The number of all.
    private(set) var total = 0

    /// How many are not kept.
    var untold: Int { total - elements.count }

    /// Adds one thing.
    mutating func append(_ element: Element) {
        total += 1
        if elements.count < Self.limit { elements.append(element) }
    }

    /// Adds what another has.
    mutating func append(contentsOf other: FirstFew) {
        elements += other.elements.prefix(Self.limit - elements.count)
        total += other.total
    }
}
