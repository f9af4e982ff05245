/// Where in the grammar of RFC 8259 a `JSONScanner` stands between two bytes.
///
/// Every state can be left and entered again at the end of a chunk.
@usableFromInline
enum JSONState {
    // Before the value: a byte order mark, comment lines.
    case start, markSecondByte, markThirdByte
    case leading, commentSlash, comment

    // Between tokens. `value` follows a colon, `element` a comma.
    case value, firstElement, element
    case firstKey, key, colon
    case afterValue
    case end

    // Inside a key or a string value.
    case string, escape, unicodeEscape

    // Inside a number: the state names what was read last.
    case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent

    // Inside `true`, `false` or `null`.
    case literal
}
