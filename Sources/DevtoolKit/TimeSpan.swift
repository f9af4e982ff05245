public import ArgumentParser

/// A span of time as an option has it, read as a setting is: `500ms`, `10s`, `1h30m`, or a number of seconds.
public struct TimeSpan: ExpressibleByArgument, Sendable {
    /// The span.
    public let duration: Duration

    /// Reads a span; nil where the text is none.
    public init?(argument: String) {
        guard let duration = DurationText.parse(argument) else { return nil }
        self.duration = duration
    }

    /// The span in units.
    public var defaultValueDescription: String { DurationText.format(duration) }
}
