/// Where the parts of an export are read again, with what is changed in them.
///
/// An object, as what it has is shared by all threads, which would count its owners for each part.
final class ExportSource: Sendable {
    /// Appends the bytes at a place to others.
    private let read: @Sendable (Range<Int>, inout [UInt8]) throws -> Void
    private let edits: EditIndex

    /// Parts that `read` appends to what it is given, with edits that are to be made in them.
    init(
        edits: TitleEdits = TitleEdits(), _ action: NumberingRule.Action = .number,
        read: @escaping @Sendable (Range<Int>, inout [UInt8]) throws -> Void
    ) {
        self.read = read
        self.edits = EditIndex(edits, action)
    }

    /// Appends what is at a place, edited.
    func append(_ place: Range<Int>, to bytes: inout [UInt8]) throws {
        let start = bytes.count
        try read(place, &bytes)
        edits.apply(from: place, to: &bytes, at: start)
    }
}

/// Edits that are found by their places.
private struct EditIndex: Sendable {
    private let action: NumberingRule.Action
    private var offsets: [Int] = []
    /// Every 64th of the offsets, so that to search them is to look at little memory.
    private var landmarks: [Int] = []
    private static let stride = 64
    /// The texts, and where each of them ends.
    private var texts: [UInt8] = []
    private var ends: [Int] = [0]

    init(_ edits: TitleEdits, _ action: NumberingRule.Action) {
        self.action = action
        offsets.reserveCapacity(edits.count)
        ends.reserveCapacity(edits.count + 1)
        for edit in edits {
            if offsets.count % Self.stride == 0 { landmarks.append(edit.offset) }
            offsets.append(edit.offset)
            texts += edit.text
            ends.append(texts.count)
        }
    }

    /// Makes the edits of a place in its bytes, which begin at `start`.
    func apply(from place: Range<Int>, to bytes: inout [UInt8], at start: Int) {
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
        return Self.firstIndex(
            from: offset, among: offsets, in: start..<min(start + Self.stride, offsets.count))
    }

    private static func firstIndex(
        from offset: Int, among offsets: [Int], in range: Range<Int>
    ) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
