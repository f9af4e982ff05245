extension Sequence where Element: Hashable {
    /// Keeps first occurrences.
    package var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
