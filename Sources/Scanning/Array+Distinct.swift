extension Array where Element: Hashable {
    /// Keeps first occurrences.
    package var distinct: [Element] {
        if count < 2 { return self }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
