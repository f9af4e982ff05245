/// Recognizes an image while its bytes arrive, and stops as soon as it is certain.
///
/// A reader always sees exactly as many bytes as it requested, so the verdict does not depend on how the network splits
/// the body.
struct ImageProbe: Sendable {
    /// The maximum number of bytes in memory.
    static let windowLimit = 64 << 10
    /// The maximum number of bytes to consume, most of which are skipped, such as a JPEG's metadata.
    static let reachLimit = 1 << 20

    /// `nil` while more bytes are needed.
    private(set) var verdict: Result<IconImage, IconRejection>?
    private var reader: any HeaderReader = SignatureReader()
    private var window: [UInt8] = []
    private var needed = SignatureReader.length
    private var skipped = 0
    /// The number of bytes consumed, including those of the pending request.
    private var reach = SignatureReader.length
    private var isEmpty = true

    static func verdict(on bytes: [UInt8]) -> Result<IconImage, IconRejection> {
        var probe = ImageProbe()
        probe.receive(bytes)
        return probe.finish()
    }

    @discardableResult mutating func receive(_ bytes: [UInt8]) -> Result<IconImage, IconRejection>? {
        var rest = bytes[...]
        isEmpty = isEmpty && rest.isEmpty
        while verdict == nil, fill(from: &rest) {
            do throws(IconRejection) { try take(reader.read(window)) } catch { verdict = .failure(error) }
        }
        return verdict
    }

    mutating func finish() -> Result<IconImage, IconRejection> {
        if isEmpty { return .failure(.empty) }
        while true {
            if let verdict { return verdict }
            do throws(IconRejection) {
                // The bytes to skip are missing, and so is everything that would follow them.
                try take(reader.finish(window))
            } catch { verdict = .failure(error) }
        }
    }

    /// Fills the window with the requested number of bytes; `false` if there are too few.
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

protocol HeaderReader: Sendable {
    /// `nil` until the bytes identify the format.
    var format: ImageFormat? { get }

    /// Reads exactly the requested number of bytes, which start at the position the reader has skipped to.
    mutating func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep

    /// Decides with fewer bytes than requested, because the body has ended.
    mutating func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep
}

extension HeaderReader {
    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        throw format.map { .truncated($0) } ?? .unrecognized
    }
}

enum HeaderStep {
    /// Read again when the window has this number of bytes, which must be more than it has now.
    case needs(Int)
    /// Move the window forward by this number of bytes, and read again.
    case skip(Int)
    case handOver(any HeaderReader)
    case known(IconImage)
}

extension Array<UInt8> {
    func bigEndian(_ range: Range<Int>) -> Int { self[range].reduce(0) { $0 << 8 | Int($1) } }

    func littleEndian(_ range: Range<Int>) -> Int { self[range].reversed().reduce(0) { $0 << 8 | Int($1) } }

    func has(_ text: String, at offset: Int) -> Bool { dropFirst(offset).starts(with: text.utf8) }
}
