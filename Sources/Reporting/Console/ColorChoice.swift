/// When messages are coloured: the value of `--color`.
public enum ColorChoice: String, CaseIterable, Sendable {
    /// As the environment says, else on a terminal.
    case auto
    /// In any case.
    case always
    /// Never.
    case never

    /// The style for a stream.
    ///
    /// `NO_COLOR` (no-color.org) and `FORCE_COLOR` (force-color.org) count when they are not empty, the
    /// former before the latter; `FORCE_COLOR=0` forces no colour, as Node's programs understand it.
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
