/// The list of active formatting elements (HTML 13.2.4.3), which are reopened after an interruption, as `b` is after a
/// paragraph.
struct FormattingElements: Sendable {
    /// A formatting element, or a marker that shields the elements inside it.
    struct Entry: Sendable {
        let element: HTMLElement
        /// The number of its open element; 0 for a marker.
        var identity: UInt32
        let attributes: UInt64
        /// Whether the element is on the stack of open elements.
        var isOpen = true
        var isMarker: Bool { identity == 0 }
    }

    /// The maximum number of entries, because any text may reopen them all; real pages have a handful.
    private static let limit = 64

    private(set) var entries: [Entry] = []
    /// The index at which the next element to close is expected.
    private var guess = 0

    /// Whether text or an element would reopen elements.
    @inline(__always) var awaitsReopening: Bool {
        guard let last = entries.last else { return false }
        return !last.isOpen && !last.isMarker
    }

    /// Adds an open element.
    ///
    /// At most three identical elements are kept (HTML 13.2.4.3, "Noah's Ark clause").
    mutating func push(_ element: HTMLElement, identity: UInt32, attributes: UInt64) {
        var alike = 0
        for index in entries.indices.reversed() {
            let entry = entries[index]
            if entry.isMarker { break }
            guard entry.element == element, entry.attributes == attributes else { continue }
            alike += 1
            if alike == 3 {
                entries.remove(at: index)
                break
            }
        }
        append(Entry(element: element, identity: identity, attributes: attributes))
    }

    mutating func pushMarker() { append(Entry(element: .other, identity: 0, attributes: 0)) }

    mutating func clearToMarker() { entries.removeSubrange((lastMarker ?? 0)...) }

    /// The index of the last element of this kind in the section.
    func index(of element: HTMLElement) -> Int? {
        guard let index = entries.lastIndex(where: { $0.isMarker || $0.element == element }), !entries[index].isMarker
        else { return nil }
        return index
    }

    func index(ofIdentity identity: UInt32) -> Int? { entries.lastIndex { $0.identity == identity } }

    mutating func close(_ identity: UInt32) {
        // Elements close from the inside out, mostly in the reverse order of the list.
        let isGuessed = entries.indices.contains(guess) && entries[guess].identity == identity
        guard let index = isGuessed ? guess : index(ofIdentity: identity) else { return }
        entries[index].isOpen = false
        guess = index - 1
    }

    /// The indices of the elements to reopen (HTML 13.2.4.3, "reconstruct").
    var closedIndices: Range<Int> {
        let start = entries.lastIndex { $0.isMarker || $0.isOpen }.map { $0 + 1 } ?? 0
        return start..<entries.count
    }

    /// Replaces the open element of an entry.
    mutating func reopen(at index: Int, as identity: UInt32) {
        entries[index].identity = identity
        entries[index].isOpen = true
    }

    /// Removes the last element if it has this number.
    @inline(__always) mutating func removeLast(_ identity: UInt32) -> Bool {
        guard let last = entries.last, last.identity == identity else { return false }
        entries.removeLast()
        return true
    }
    mutating func remove(at index: Int) { entries.remove(at: index) }

    /// Moves an element before the one at `target`, and replaces its open element.
    mutating func move(from index: Int, to target: Int, as identity: UInt32) {
        var entry = entries.remove(at: index)
        entry.identity = identity
        entry.isOpen = true
        entries.insert(entry, at: index < target ? target - 1 : target)
    }

    private var lastMarker: Int? { entries.lastIndex(where: \.isMarker) }

    private mutating func append(_ entry: Entry) {
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(entry)
    }
}
