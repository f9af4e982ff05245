/// An icon that can be taken, with what decides its place.
struct RankedIcon {
    /// The icon.
    let icon: IconLink
    /// The group to which it belongs; those of a lower one are all taken before it.
    let group: Int
    /// How well it fits; of a group the highest is taken first.
    let score: Double
    /// Why it is in that group and has that score, in words.
    let words: [String]

    /// The entries of an order for icons in the order of their declaration: the best first, and of
    /// equally good ones the last declared.
    static func entries(_ icons: [RankedIcon]) -> [IconOrder.Entry] {
        // The sort is stable, so that equal ones keep the order they come in. Their places are sorted:
        // an icon with all that is said about it is large.
        let places = icons.indices.reversed().sorted { left, right in
            let (left, right) = (icons[left], icons[right])
            return left.group == right.group
                ? left.score > right.score : left.group < right.group
        }
        return places.indices.map { index in
            let icon = icons[places[index]]
            var words = icon.words
            let before = index == 0 ? nil : icons[places[index - 1]]
            if let before, before.group == icon.group, before.score == icon.score {
                let other = before.icon.target.isEmpty ? "'data:,'" : "the one above"
                words.append("declared before \(other), which is as good")
            }
            return IconOrder.Entry(icon.icon, words.joined(separator: "; "))
        }
    }
}
