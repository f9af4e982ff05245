package import DevtoolKit

/// A text of a task, with its place in the file.
package struct LocatedText: Sendable {
    /// The text, before anything is put into it.
    package let text: String
    /// Where it stands.
    package let place: TaskPlace
    /// How many `${` stand at the place before the text, where it is one of the words there.
    private let skippedReferences: Int

    /// Creates a text at a place.
    package init(_ text: String, at place: TaskPlace, skippingReferences count: Int = 0) {
        self.text = text
        self.place = place
        skippedReferences = count
    }

    /// Where the text begins.
    package var location: SourceLocation { place.location }

    /// The place of a `${` in the text, given the number of those before it.
    package func location(ofReference ordinal: Int) -> SourceLocation {
        place.location(ofReference: skippedReferences + ordinal)
    }

    /// Whether anything may have to be put into the text.
    package var mayHaveReferences: Bool { text.utf8.contains(UInt8(ascii: "$")) }

    /// Whether a value is put into the text where no shell reads it: it has a `${` that is not behind another `$`.
    var hasReference: Bool {
        var isBehindDollar = false
        for scalar in text.unicodeScalars {
            if isBehindDollar, scalar == "{" { return true }
            isBehindDollar = scalar == "$" && !isBehindDollar
        }
        return false
    }

    /// The text cut at blanks into words; a reference is never cut.
    var words: [LocatedText] {
        var words: [LocatedText] = []
        var word = String.UnicodeScalarView()
        var references = (all: 0, beforeWord: 0)
        var isInReference = false
        var previous: Unicode.Scalar?
        func end() {
            if !word.isEmpty {
                words.append(
                    LocatedText(
                        String(word), at: place,
                        skippingReferences: skippedReferences + references.beforeWord))
            }
            word = String.UnicodeScalarView()
            references.beforeWord = references.all
        }
        for scalar in text.unicodeScalars {
            if !isInReference, scalar.properties.isWhitespace {
                end()
            } else {
                word.append(scalar)
            }
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
