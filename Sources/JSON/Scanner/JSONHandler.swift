/// What a `JSONScanner` tells about the document that streams through it.
///
/// Offsets count bytes from the beginning of the input, over all chunks. A handler that asks for
/// the content of a string or a number gets it piece by piece, so that nothing has to be held.
///
/// ```swift
/// struct KeyCounter: JSONHandler {
///     var keys = 0
///     mutating func endKey() { keys += 1 }
/// }
/// ```
@usableFromInline
package protocol JSONHandler {
    /// An object's `{` is at `offset`; the result says whether what is in it is wanted. Where it is
    /// not, the next thing told is what comes after the object; not even its end is.
    mutating func beginObject(at offset: Int) -> Bool

    /// The innermost object's `}` is at `offset`.
    mutating func endObject(at offset: Int)

    /// An array's `[` is at `offset`; the result is as for an object.
    mutating func beginArray(at offset: Int) -> Bool

    /// The innermost array's `]` is at `offset`.
    mutating func endArray(at offset: Int)

    /// Whether the member with this key is wanted; of one that is not, neither key nor value are told.
    ///
    /// It is asked only where the key is at hand at once, so it saves work and changes nothing: what is
    /// told of a member that is not wanted must mean nothing to the handler.
    mutating func wantsMember(_ key: JSONKey) -> Bool

    /// A member's key has its opening quote at `offset`; the result says whether its decoded
    /// content is wanted.
    mutating func beginKey(at offset: Int) -> Bool

    /// The key is complete.
    mutating func endKey()

    /// A string value has its opening quote at `offset`; the result says whether its decoded
    /// content is wanted.
    mutating func beginString(at offset: Int) -> Bool

    /// The string value is complete.
    mutating func endString()

    /// A number begins at `offset`; the result says whether its spelling is wanted.
    mutating func beginNumber(at offset: Int) -> Bool

    /// The number is complete.
    mutating func endNumber()

    /// The next piece of the content that was asked for: a string's as UTF-8 with its escapes
    /// decoded, a number's as it is spelled.
    ///
    /// Ill-formed UTF-8 comes as it stands in the input, an escaped lone surrogate as the three
    /// bytes that UTF-8 would have for it if it allowed it. A scalar may be cut between pieces.
    mutating func content(_ piece: Span<UInt8>)

    /// A `true`, `false` or `null` begins at `offset`.
    mutating func literal(_ literal: JSONLiteral, at offset: Int)
}

/// The three names that are values in JSON (RFC 8259, section 3).
@usableFromInline
package enum JSONLiteral: Sendable {
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
