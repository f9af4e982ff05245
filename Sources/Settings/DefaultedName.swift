/// The inside of a reference: `NAME`, `NAME:-default` or `NAME-default`, with defaults as in a shell (POSIX.1-2017,
/// chapter 2.6.2).
package struct DefaultedName {
    package let name: String
    package let fallback: String?
    private let replacesEmpty: Bool

    /// Splits the text at its first `:-`, or at its first `-` unless names may contain hyphens.
    package init(_ text: some StringProtocol, allowingHyphens: Bool = false) {
        let text = String(text)
        let end = allowingHyphens ? text.firstRange(of: ":-")?.upperBound : text.firstRange(of: "-")?.upperBound
        guard let end else {
            (name, fallback, replacesEmpty) = (text, nil, false)
            return
        }
        let beforeHyphen = text[..<end].dropLast()
        replacesEmpty = beforeHyphen.last == ":"
        name = String(replacesEmpty ? beforeHyphen.dropLast() : beforeHyphen)
        fallback = String(text[end...])
    }

    /// Whether the default applies instead of this value.
    package func replaces(isEmpty: Bool) -> Bool { isEmpty && replacesEmpty }
}
