/// A text with places marked by 1️⃣, 2️⃣, 3️⃣…, which are taken out of it.
package struct MarkedText {
    /// The text without the marks.
    package let text: String
    /// `line:column` of each mark, in the order of the marks' numbers.
    package let places: [String]

    package init(_ marked: String) {
        var text = ""
        var places: [(number: Int, place: String)] = []
        var line = 1
        var column = 1
        for character in marked {
            let scalars = Array(character.unicodeScalars)
            if scalars.count == 3, scalars[2] == "\u{20E3}", let number = Int(String(scalars[0])) {
                places.append((number, "\(line):\(column)"))
                continue
            }
            text.append(character)
            (line, column) = character == "\n" ? (line + 1, 1) : (line, column + scalars.count)
        }
        self.text = text
        self.places = places.sorted { $0.number < $1.number }.map(\.place)
    }
}
