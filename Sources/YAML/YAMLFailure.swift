import CYAML

extension YAMLParser.Failure {
    /// Replaces libyaml's text for common errors with a clearer message; `character` is at the mark.
    init(
        problem: String, at mark: yaml_mark_t, before character: Unicode.Scalar? = nil,
        reading opening: (what: String, mark: yaml_mark_t)? = nil
    ) {
        let words = Self.words(for: problem, at: character, reading: opening)
        self.init(words?.message ?? problem, hint: words?.hint, at: mark)
    }

    /// The message and hint for one of libyaml's problems; `nil` to keep libyaml's text.
    ///
    /// `character` is at the location of the problem. `opening` is what libyaml was parsing, and where that starts.
    private static func words(
        for problem: String, at character: Unicode.Scalar?, reading opening: (what: String, mark: yaml_mark_t)?
    ) -> (message: String, hint: String)? {
        let place = opening.map { "\($0.mark.line + 1):\($0.mark.column + 1)" } ?? ""
        switch problem {
        case "found character that cannot start any token" where character == "\t":
            return ("tabs cannot be used for indentation", "indent with spaces")
        case "found character that cannot start any token":
            guard let character else { return nil }
            return ("unquoted text cannot begin with '\(character)'", "quote the text")
        case "mapping values are not allowed in this context":
            return ("':' is not expected here", "quote text that contains ': ', or correct the indentation")
        case "block sequence entries are not allowed in this context":
            return ("'-' is not expected here", "begin the list on a line of its own, or write [x, y]")
        case "found undefined alias": return ("there is no anchor with this name", "quote text that begins with '*'")
        case "found unknown escape character":
            return ("unknown escape in double quotes", "write \\\\ for a backslash, or use single quotes")
        case "found unexpected end of stream" where opening?.what.contains("quoted scalar") == true:
            return ("the quote opened at \(place) is not closed", "close it")
        case "did not find expected ',' or '}'":
            return (
                "expected ',' or '}' after the value: the '{' was opened at \(place)",
                "quote text that contains ': ' or one of { } [ ] ,"
            )
        case "did not find expected ',' or ']'":
            return (
                "expected ',' or ']' after the value: the '[' was opened at \(place)",
                "quote text that contains ': ' or one of { } [ ] ,"
            )
        case "did not find expected node content":
            guard let character else { return ("the file ends inside an unclosed '{' or '['", "close it") }
            return ("expected a value, not '\(character)'", "quote text that begins with one of { } [ ] ,")
        case "did not find expected key":
            return ("expected a key", "correct the indentation; in single quotes, write '' for a quote")
        default: return nil
        }
    }
}
