package import DevtoolKit

/// A string of a task, with its place in the file.
package struct LocatedText: Sendable {
    package let text: String
    package let place: TaskPlace
    /// The number of `${` before the text, if it is a word of a longer text at the place.
    private let skippedReferences: Int

    package init(_ text: String, at place: TaskPlace, skippingReferences count: Int = 0) {
        self.text = text
        self.place = place
        skippedReferences = count
    }

    package var location: SourceLocation { place.location }

    /// The location of a reference in the text, given the number of references before it.
    package func location(ofReference ordinal: Int) -> SourceLocation {
        place.location(ofReference: skippedReferences + ordinal)
    }

    package var mayHaveReferences: Bool { text.utf8.contains(UInt8(ascii: "$")) }

    /// Whether the text has a `${` that is not escaped by another `$`.
    var hasReference: Bool {
        var isBehindDollar = false
        for scalar in text.unicodeScalars {
            if isBehindDollar, scalar == "{" { return true }
            isBehindDollar = scalar == "$" && !isBehindDollar
        }
        return false
    }

    /// The words of the text; spaces in references do not separate words.
    var words: [LocatedText] {
        var words: [LocatedText] = []
        var word = String.UnicodeScalarView()
        var references = (all: 0, beforeWord: 0)
        var isInReference = false
        var previous: Unicode.Scalar?
        func end() {
            if !word.isEmpty {
                words.append(
                    LocatedText(String(word), at: place, skippingReferences: skippedReferences + references.beforeWord))
            }
            word = String.UnicodeScalarView()
            references.beforeWord = references.all
        }
        for scalar in text.unicodeScalars {
            if !isInReference, scalar.properties.isWhitespace { end() } else { word.append(scalar) }
            if previous == "$", scalar == "{" {
                references.all += 1
                isInReference = true
            } else if scalar == "}" {
                isInReference = false
            }
            previous = scalar
        }
        end()
        return words
    }
}
