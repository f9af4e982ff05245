/// Reads what a format says of its pictures out of its first bytes.
protocol HeaderReader: Sendable {
    /// The format, where the bytes have told it.
    var format: ImageFormat? { get }

    /// Looks at as many bytes as were asked for, from where the reader has skipped to.
    mutating func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep

    /// Decides with fewer bytes than were asked for, because there are no others.
    mutating func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep
}

extension HeaderReader {
    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        throw format.map { .truncated($0) } ?? .unrecognized
    }
}

/// What a reader wants after a look at the bytes.
enum HeaderStep {
    /// To look again when the window has so many bytes, which are more than it has.
    case needs(Int)
    /// To look again when the window begins so many bytes later.
    case skip(Int)
    /// That another reader looks at the same bytes.
    case handOver(any HeaderReader)
    /// Nothing more.
    case known(IconImage)
}

extension Array<UInt8> {
    /// The number whose most significant byte comes first.
    func bigEndian(_ range: Range<Int>) -> Int {
        self[range].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The number whose least significant byte comes first.
    func littleEndian(_ range: Range<Int>) -> Int {
        self[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether the bytes from an offset on are those of the text.
    func has(_ text: String, at offset: Int) -> Bool {
        dropFirst(offset).starts(with: text.utf8)
    }
}
