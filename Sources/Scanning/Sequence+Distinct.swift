extension Sequence where Element: Hashable {
    /// The elements without repetitions, each where it first occurs.
    package var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
