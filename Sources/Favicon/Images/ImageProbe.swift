/// Recognises an image while its bytes arrive, and stops as soon as it is certain.
///
/// A reader always sees exactly as many bytes as it asked for. So the verdict does not depend on
/// where the network cut the body.
struct ImageProbe: Sendable {
    /// How many bytes are held at most.
    static let windowLimit = 64 << 10
    /// How many bytes are taken at most, most of which are passed over, as a JPEG's metadata are.
    static let reachLimit = 1 << 20

    /// What the bytes given so far are; `nil` while it takes more of them to tell.
    private(set) var verdict: Result<IconImage, IconRejection>?
    private var reader: any HeaderReader = SignatureReader()
    private var window: [UInt8] = []
    private var needed = SignatureReader.length
    /// How many of the next bytes are of no interest.
    private var skipped = 0
    /// How many bytes were taken, or will be before the next look.
    private var reach = SignatureReader.length
    private var isEmpty = true

    /// What bytes are that are all there.
    static func verdict(on bytes: [UInt8]) -> Result<IconImage, IconRejection> {
        var probe = ImageProbe()
        probe.receive(bytes)
        return probe.finish()
    }

    /// Takes the next bytes of the body; after a verdict it ignores them.
    @discardableResult
    mutating func receive(_ bytes: [UInt8]) -> Result<IconImage, IconRejection>? {
        var rest = bytes[...]
        isEmpty = isEmpty && rest.isEmpty
        while verdict == nil, fill(from: &rest) {
            do throws(IconRejection) {
                try take(reader.read(window))
            } catch {
                verdict = .failure(error)
            }
        }
        return verdict
    }

    /// Decides, for the body has ended.
    mutating func finish() -> Result<IconImage, IconRejection> {
        if isEmpty { return .failure(.empty) }
        while true {
            if let verdict { return verdict }
            do throws(IconRejection) {
                // What was to be skipped is not there, and so nothing that could come after it.
                try take(reader.finish(window))
            } catch {
                verdict = .failure(error)
            }
        }
    }

    /// Moves bytes to the window until it has what is needed; false if they run out before.
    private mutating func fill(from rest: inout ArraySlice<UInt8>) -> Bool {
        let passed = min(skipped, rest.count)
        skipped -= passed
        rest = rest.dropFirst(passed)
        let missing = max(needed - window.count, 0)
        window += rest.prefix(missing)
        rest = rest.dropFirst(missing)
        return skipped == 0 && window.count >= needed
    }

    private mutating func take(_ step: HeaderStep) throws(IconRejection) {
        switch step {
        case .needs(let count):
            reach += count - window.count
            needed = count
        case .skip(let count):
            let dropped = min(count, window.count)
            window.removeFirst(dropped)
            skipped = count - dropped
            reach += skipped
            needed = window.count
        case .handOver(let next): reader = next
        case .known(let image): verdict = .success(image)
        }
        guard needed <= Self.windowLimit, reach <= Self.reachLimit else {
            throw reader.format.map { .farHeader($0) } ?? .unrecognized
        }
    }
}

/// Reads the image sizes of a format from its first bytes.
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

/// What a reader needs next.
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
