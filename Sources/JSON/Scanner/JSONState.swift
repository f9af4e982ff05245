/// The state of a ``JSONScanner`` in the grammar of RFC 8259.
///
/// A chunk may end in every state.
@usableFromInline enum JSONState {
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

    // Inside a number, named for what was read last.
    case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent

    // Inside `true`, `false` or `null`.
    case literal
}
