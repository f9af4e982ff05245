/// The value of `--color`.
public enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    /// The style for a stream.
    ///
    /// `NO_COLOR` (no-color.org) takes precedence over `FORCE_COLOR` (force-color.org); empty values are ignored.
    /// `FORCE_COLOR=0` disables color, as in Node.
    package func style(environment: [String: String], isTerminal: Bool) -> Style {
        switch self {
        case .always: return .colored
        case .never: return .plain
        case .auto:
            if environment["NO_COLOR"]?.isEmpty == false { return .plain }
            if let forced = environment["FORCE_COLOR"], !forced.isEmpty {
                return forced == "0" || forced == "false" ? .plain : .colored
            }
            return isTerminal && environment["TERM"] != "dumb" ? .colored : .plain
        }
    }
}
