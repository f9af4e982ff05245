/// Reads parts of an export again, with the edits applied.
///
/// A class, because threads that share a structure would contend for the reference counts of its properties.
final class ExportSource: Sendable {
    private let read: @Sendable (Range<Int>, inout [UInt8]) throws -> Void

    private let action: NumberingRule.Action
    private let offsets: [Int]
    /// Every 64th offset, so that a search touches little memory.
    private let landmarks: [Int]
    private static let stride = 64
    /// The texts of the edits, and where each ends.
    private let texts: [UInt8]
    private let ends: [Int]

    init(
        edits: TitleEdits = TitleEdits(), _ action: NumberingRule.Action = .number,
        read: @escaping @Sendable (Range<Int>, inout [UInt8]) throws -> Void
    ) {
        (self.read, self.action) = (read, action)
        var (offsets, texts, ends): ([Int], [UInt8], [Int]) = ([], [], [0])
        offsets.reserveCapacity(edits.count)
        ends.reserveCapacity(edits.count + 1)
        for edit in edits {
            offsets.append(edit.offset)
            texts += edit.text
            ends.append(texts.count)
        }
        (self.offsets, self.texts, self.ends) = (offsets, texts, ends)
        landmarks = Swift.stride(from: 0, to: offsets.count, by: Self.stride).map { offsets[$0] }
    }

    func append(_ place: Range<Int>, to bytes: inout [UInt8]) throws {
        let start = bytes.count
        try read(place, &bytes)
        applyEdits(from: place, to: &bytes, at: start)
    }

    private func applyEdits(from place: Range<Int>, to bytes: inout [UInt8], at start: Int) {
        var index = firstIndex(from: place.lowerBound)
        var shift = start - place.lowerBound
        while index < offsets.count, offsets[index] < place.upperBound {
            let text = ends[index]..<ends[index + 1]
            let offset = offsets[index] + shift
            switch action {
            case .number:
                bytes.insert(contentsOf: repeatElement(0, count: text.count), at: offset)
                for byte in text { bytes[offset + byte - text.lowerBound] = texts[byte] }
                shift += text.count
            case .undo:
                bytes.removeSubrange(offset..<offset + text.count)
                shift -= text.count
            }
            index += 1
        }
    }

    private func firstIndex(from offset: Int) -> Int {
        let after = Self.firstIndex(from: offset, among: landmarks, in: landmarks.indices)
        let start = max(0, after - 1) * Self.stride
        return Self.firstIndex(from: offset, among: offsets, in: start..<min(start + Self.stride, offsets.count))
    }

    private static func firstIndex(from offset: Int, among offsets: [Int], in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
