/// The inside of a reference: `NAME`, `NAME:-default` or `NAME-default`, with defaults as in a shell (POSIX.1-2017,
/// chapter 2.6.2).
package struct DefaultedName {
    package let name: String
    package let fallback: String?
    private let replacesEmpty: Bool

    /// Splits the text at its first `:-`, or at its first `-` unless names may contain hyphens.
    package init(_ text: some StringProtocol, allowingHyphens: Bool = false) {
        // By scalars: a combining character would hide a hyphen among characters.
        let text = String(text).unicodeScalars
        guard let end = text.firstRange(of: (allowingHyphens ? ":-" : "-").unicodeScalars)?.upperBound else {
            (name, fallback, replacesEmpty) = (String(text), nil, false)
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
