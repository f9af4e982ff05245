public import ArgumentParser

/// A duration as an option, in the format of settings: `500ms`, `10s`, `1h30m`, or a number of seconds.
public struct TimeSpan: ExpressibleByArgument, Sendable {
    /// The parsed duration.
    public let duration: Duration

    /// Parses a duration; `nil` if it is malformed.
    public init?(argument: String) {
        guard let duration = DurationText.parse(argument) else { return nil }
        self.duration = duration
    }

    /// The duration in the format that this type parses.
    public var defaultValueDescription: String { DurationText.format(duration) }
}
