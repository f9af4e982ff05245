/// Receives the events of a ``JSONScanner``.
///
/// Offsets count bytes from the beginning of the input, over all chunks. Strings and numbers arrive in pieces, so that
/// nothing has to be buffered.
///
/// ```swift
/// struct KeyCounter: JSONHandler {
///     var keys = 0
///     mutating func endKey() { keys += 1 }
/// }
/// ```
@usableFromInline package protocol JSONHandler {
    /// An object begins.
    ///
    /// If the result is false, it is skipped, and there is no event for its end either.
    mutating func beginObject(at offset: Int) -> Bool

    mutating func endObject(at offset: Int)

    /// An array begins; the result is as for an object.
    mutating func beginArray(at offset: Int) -> Bool

    mutating func endArray(at offset: Int)

    /// Whether the member with this key is wanted; if not, neither its key nor its value is reported.
    ///
    /// This is an optimization: the scanner asks only if the key is within one block. So a handler must ignore the
    /// events of members that it does not want.
    mutating func wantsMember(_ key: JSONKey) -> Bool

    /// A key begins; the result says whether its content is wanted.
    mutating func beginKey(at offset: Int) -> Bool

    mutating func endKey()

    /// A string value begins; the result says whether its content is wanted.
    mutating func beginString(at offset: Int) -> Bool

    mutating func endString()

    /// A number begins; the result says whether its spelling is wanted.
    mutating func beginNumber(at offset: Int) -> Bool

    mutating func endNumber()

    /// The next piece of content: a string as UTF-8 with its escapes decoded, a number as spelled.
    ///
    /// Ill-formed UTF-8 is passed on unchanged, and an escaped lone surrogate as the three bytes that UTF-8 would use
    /// for it. A piece may end within a scalar.
    mutating func content(_ piece: Span<UInt8>)

    mutating func literal(_ literal: JSONLiteral, at offset: Int)
}

/// The literals of JSON (RFC 8259, section 3).
@usableFromInline package enum JSONLiteral: Sendable {
    case `true`
    case `false`
    case null
}

extension JSONHandler {
    @inlinable package mutating func beginObject(at offset: Int) -> Bool { true }
    @inlinable package mutating func endObject(at offset: Int) {}
    @inlinable package mutating func beginArray(at offset: Int) -> Bool { true }
    @inlinable package mutating func endArray(at offset: Int) {}
    @inlinable package mutating func wantsMember(_ key: JSONKey) -> Bool { true }
    @inlinable package mutating func beginKey(at offset: Int) -> Bool { false }
    @inlinable package mutating func endKey() {}
    @inlinable package mutating func beginString(at offset: Int) -> Bool { false }
    @inlinable package mutating func endString() {}
    @inlinable package mutating func beginNumber(at offset: Int) -> Bool { false }
    @inlinable package mutating func endNumber() {}
    @inlinable package mutating func content(_ piece: Span<UInt8>) {}
    @inlinable package mutating func literal(_ literal: JSONLiteral, at offset: Int) {}
}
