/// Finds candidates for the start of a word while skipping most bytes (Wu and Manber, "A fast algorithm for
/// multi-pattern searching", 1994, with blocks of two bytes).
///
/// A window as long as the shortest word moves over the text. For the last two bytes in the window, the table gives the
/// distance by which it can move without missing a word.
struct SkipTable: Sendable {
    private let window: Int
    private let distances: [UInt8]

    init(_ words: [[UInt8]]) {
        let window = min(words.map(\.count).min() ?? 0, Int(UInt8.max))
        self.window = window
        guard window >= 2 else {
            distances = []
            return
        }
        var distances = [UInt8](repeating: UInt8(window - 1), count: 1 << 16)
        for word in words {
            for end in 1..<window {
                let pair = Int(word[end - 1]) << 8 | Int(word[end])
                distances[pair] = min(distances[pair], UInt8(window - 1 - end))
            }
        }
        self.distances = distances
    }

    /// The first position from `start` on where a word may start or too little text is left; without words, the end.
    func nextCandidate(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
        guard window >= 2 else { return text.count }
        // Safety: a pair of bytes is less than 2^16, the size of the table, and `last` stays within the text. Bounds
        // checks would halve the speed.
        return distances.withUnsafeBufferPointer { distances in
            var last = start + window - 1
            while last < text.count {
                let pair = Int(text[last - 1]) << 8 | Int(text[last])
                let distance = Int(distances[pair])
                if distance == 0 { break }
                last += distance
            }
            return last - window + 1
        }
    }
}
