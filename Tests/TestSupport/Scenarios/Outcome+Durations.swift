package import Testing

extension Outcome {
    /// Standard error as text, with `TIME` in the place of each duration.
    package var timelessErrorText: String { Self.timeless(errorText) }

    /// The text with `TIME` in the place of each duration, and without the tasks that took longest, which slow runs show.
    package static func timeless(_ text: String) -> String {
        text.replacing(#/\b[0-9]+(\.[0-9]+)? (ms|s|min)\b/#, with: "TIME").replacing(
            #/( in TIME\n)\S+ TIME: .+ TIME\n/#
        ) { "\($0.1)" }
    }

    /// Expects this on standard error, with `TIME` in the place of each duration.
    @discardableResult package func says(_ expected: String, at location: Testing.SourceLocation = #_sourceLocation)
        -> Outcome
    {
        #expect(timelessErrorText == expected, sourceLocation: location)
        return self
    }
}
