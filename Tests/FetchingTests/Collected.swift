import Fetching

/// A consumer that keeps the body, or as much of it as is wanted.
struct Collected: BodyConsumer {
    private(set) var bytes: [UInt8] = []
    var wanted = Int.max

    init(wanted: Int = .max) { self.wanted = wanted }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func receive(_ piece: RawSpan) -> BodyDemand {
        piece.withUnsafeBytes { bytes += $0 }
        return bytes.count < wanted ? .more : .enough
    }
}
