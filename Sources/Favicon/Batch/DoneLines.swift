/// The lines that an earlier run has answered, each as often as it has.
///
/// Of a text only a number is kept, so that millions of lines fit into memory. That two texts get the
/// same number is a matter of luck, as its seed is another in each run: among ten million lines it
/// happens once in 400,000 runs.
struct DoneLines: Sendable {
    private var counts: [Int: Int32] = [:]
    /// How many there are, those taken out not counted.
    private(set) var count = 0

    /// Creates an empty collection.
    init() {}

    /// Adds a line that is answered.
    mutating func insert(_ text: some Collection<UInt8>) {
        counts[Self.hash(text), default: 0] += 1
        count += 1
    }

    /// Takes a line out, once; returns whether it was there.
    mutating func remove(_ text: some Collection<UInt8>) -> Bool {
        let hash = Self.hash(text)
        guard let times = counts[hash] else { return false }
        counts[hash] = times > 1 ? times - 1 : nil
        count -= 1
        return true
    }

    private static func hash(_ text: some Collection<UInt8>) -> Int {
        var hasher = Hasher()
        for byte in text { hasher.combine(byte) }
        return hasher.finalize()
    }
}
