import Glibc

/// Splits a stream of bytes into lines and prefixes each.
///
/// Complete lines are passed on at once. An incomplete line is kept until its end, ``flush()``, or ``limit``, after
/// which it is passed on in pieces to save memory.
struct LineRelay: Sendable {
    struct Piece: Hashable, Sendable {
        /// Includes the prefix of each line that begins after the first byte.
        var bytes: [UInt8] = []
        var beginsLine: Bool
        var endsLine: Bool
    }

    static let limit = 1 << 16

    let prefix: [UInt8]
    private var held: [UInt8] = []
    private var isInLine = false

    private static let newline = UInt8(ascii: "\n")

    init(prefix: [UInt8]) { self.prefix = prefix }

    var holdsBytes: Bool { !held.isEmpty }

    mutating func relay(_ bytes: UnsafeRawBufferPointer) -> Piece? {
        guard let end = bytes.lastIndex(of: Self.newline) else {
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

    mutating func flush() -> Piece? {
        guard !held.isEmpty else { return nil }
        defer {
            held.removeAll(keepingCapacity: true)
            isInLine = true
        }
        return Piece(bytes: held, beginsLine: !isInLine, endsLine: false)
    }

    /// The rest at the end of the stream.
    ///
    /// A newline is added, because lines of other children may follow.
    mutating func finish() -> Piece? {
        guard isInLine || !held.isEmpty else { return nil }
        return Piece(bytes: held + [Self.newline], beginsLine: !isInLine, endsLine: true)
    }

    private func append(_ lines: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var rest = lines
        while let end = Self.firstNewline(in: rest) {
            output += UnsafeRawBufferPointer(rebasing: rest[...end])
            rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            if !rest.isEmpty { output += prefix }
        }
    }

    private static func firstNewline(in bytes: UnsafeRawBufferPointer) -> Int? {
        // Safety: the search stays within the buffer, and the result is inside it.
        guard let start = bytes.baseAddress, let found = memchr(start, Int32(newline), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - start
    }
}
