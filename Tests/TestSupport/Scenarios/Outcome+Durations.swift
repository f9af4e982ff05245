package import Testing

extension Outcome {
    /// Standard error as text, with `TIME` in the place of each duration.
    package var timelessErrorText: String { errorText.replacing(#/\b[0-9]+(\.[0-9]+)? (ms|s|min)\b/#, with: "TIME") }

    /// Expects this on standard error, with `TIME` in the place of each duration.
    @discardableResult package func says(_ expected: String, at location: Testing.SourceLocation = #_sourceLocation)
        -> Outcome
    {
        #expect(timelessErrorText == expected, sourceLocation: location)
        return self
    }
}
