import Glibc

/// Cuts a stream of bytes, whatever they are, into lines with a prefix before each.
///
/// Whole lines are passed on as they come. The beginning of a line is kept until its end arrives,
/// ``flush()`` is called, or it is longer than ``limit``: then it goes on in pieces, so that a line of
/// any length needs little memory.
struct LineRelay: Sendable {
    /// Bytes to pass on, and how they lie in their lines.
    struct Piece: Hashable, Sendable {
        /// The bytes, with the prefix before each line that begins among them but the first byte's.
        var bytes: [UInt8] = []
        /// Whether the first byte begins a line, which still needs its prefix.
        var beginsLine: Bool
        /// Whether the last byte ends a line.
        var endsLine: Bool
    }

    /// The most bytes of an unfinished line that are kept.
    static let limit = 1 << 16

    /// What stands before each line.
    let prefix: [UInt8]
    /// The beginning of a line, or its continuation.
    private var held: [UInt8] = []
    /// Whether a part of the current line has been passed on.
    private var isInLine = false

    private static let newline = UInt8(ascii: "\n")

    /// Begins at the beginning of a line.
    init(prefix: [UInt8]) {
        self.prefix = prefix
    }

    /// Whether a beginning of a line is kept.
    var holdsBytes: Bool { !held.isEmpty }

    /// What is to be passed on after `bytes` have arrived, if anything.
    mutating func relay(_ bytes: UnsafeRawBufferPointer) -> Piece? {
        guard let end = Self.lastNewline(in: bytes) else {
            held += bytes
            return held.count > Self.limit ? flush() : nil
        }
        var piece = Piece(beginsLine: !isInLine, endsLine: true)
        piece.bytes.reserveCapacity(held.count + bytes.count * 5 / 4)
        piece.bytes += held
        append(UnsafeRawBufferPointer(rebasing: bytes[...end]), to: &piece.bytes)
        held.removeAll(keepingCapacity: true)
        held += bytes[(end + 1)...]
        isInLine = false
        return piece
    }

    /// What there is of a line that is not at its end: a prompt for instance.
    mutating func flush() -> Piece? {
        guard !held.isEmpty else { return nil }
        defer {
            held.removeAll(keepingCapacity: true)
            isInLine = true
        }
        return Piece(bytes: held, beginsLine: !isInLine, endsLine: false)
    }

    /// What remains when nothing more arrives; a last line without an end gets one, as other lines may
    /// follow that are not this child's.
    mutating func finish() -> Piece? {
        guard isInLine || !held.isEmpty else { return nil }
        return Piece(bytes: held + [Self.newline], beginsLine: !isInLine, endsLine: true)
    }

    /// Appends whole lines, with the prefix before each but the first.
    private func append(_ lines: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var rest = lines
        while let end = Self.firstNewline(in: rest) {
            output += UnsafeRawBufferPointer(rebasing: rest[...end])
            rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            if !rest.isEmpty { output += prefix }
        }
    }

    private static func firstNewline(in bytes: UnsafeRawBufferPointer) -> Int? {
        // Safety: the search stays within the buffer, and finds a byte of it.
        guard let start = bytes.baseAddress,
            let found = memchr(start, Int32(newline), bytes.count)
        else { return nil }
        return UnsafeRawPointer(found) - start
    }

    private static func lastNewline(in bytes: UnsafeRawBufferPointer) -> Int? {
        bytes.lastIndex(of: newline)
    }
}
