/// How text looks on a terminal, named by what the text means; switched off, it is left as it is.
///
/// ```swift
/// Style.colored(.error, "wrong")  // "\u{1B}[1;31mwrong\u{1B}[0m"
/// Style.plain(.error, "wrong")    // "wrong"
/// ```
public struct Style: Hashable, Sendable {
    /// What a piece of text means; the value is its look, as ECMA-48, section 8.3.117 writes it (SGR).
    public enum Role: String, CaseIterable, Sendable {
        /// What failed.
        case error = "1;31"
        /// What may go wrong.
        case warning = "1;33"
        /// What is worth knowing.
        case note = "1;36"
        /// What to do about it.
        case hint = "36"
        /// A place in a file.
        case path = "1"
        /// What can be passed over.
        case dim = "2"
        /// What a change takes away.
        case removed = "31"
        /// What a change brings.
        case added = "32"
    }

    /// Whether text is changed at all.
    public let isOn: Bool

    /// Leaves text as it is.
    public static let plain = Style(isOn: false)
    /// Colours text.
    static let colored = Style(isOn: true)

    /// The text in the look of its role.
    public func callAsFunction(_ role: Role, _ text: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The text in two of the terminal's 256 colours, for what has colours of its own.
    package func callAsFunction(_ text: String, foreground: Int, background: Int) -> String {
        isOn && !text.isEmpty
            ? "\u{1B}[38;5;\(foreground);48;5;\(background)m\(text)\u{1B}[0m" : text
    }
}
