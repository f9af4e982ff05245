/// Colors text on a terminal by its role, or leaves it unchanged.
///
/// ```swift
/// Style.colored(.error, "wrong")  // "\u{1B}[1;31mwrong\u{1B}[0m"
/// Style.plain(.error, "wrong")    // "wrong"
/// ```
public struct Style: Hashable, Sendable {
    /// The role of a piece of text; the raw value contains its SGR parameters (ECMA-48, section 8.3.117).
    public enum Role: String, CaseIterable, Sendable {
        case error = "1;31"
        case warning = "1;33"
        case note = "1;36"
        case hint = "36"
        case path = "1"
        case dim = "2"
        case removed = "31"
        case added = "32"
        /// A command that devtool runs.
        case command = "35"
    }

    /// Whether text is colored.
    public let isOn: Bool

    /// Leaves text unchanged.
    public static let plain = Style(isOn: false)
    static let colored = Style(isOn: true)

    /// Applies the style of a role.
    public func callAsFunction(_ role: Role, _ text: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }

    package func callAsFunction(_ text: String, foreground: Int, background: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[38;5;\(foreground);48;5;\(background)m\(text)\u{1B}[0m" : text
    }
}
