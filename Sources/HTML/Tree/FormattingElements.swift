/// The list of active formatting elements (HTML 13.2.4.3): what is opened again where it was cut
/// off, as `b` is after the end of a paragraph.
struct FormattingElements: Sendable {
    /// An element that formats, or a marker that keeps it out of what is inside.
    struct Entry: Sendable {
        let element: HTMLElement
        /// The number of its open element.
        var identity: UInt32
        /// A number made of its attributes.
        let attributes: UInt64
        /// Whether the element is on the stack of open elements.
        var isOpen = true

        /// Whether this is a marker.
        var isMarker: Bool { identity == 0 }
    }

    /// The most entries that are kept, since each text may open them all again; real pages have a
    /// handful.
    private static let limit = 64

    private(set) var entries: [Entry] = []
    /// Where the element that closes next may be.
    private var guess = 0

    /// Whether text or an element would open some elements again.
    @inline(__always)
    var awaitsReopening: Bool {
        guard let last = entries.last else { return false }
        return !last.isOpen && !last.isMarker
    }

    /// Remembers an element that was opened.
    ///
    /// Of elements alike only three are remembered (HTML 13.2.4.3, "Noah's Ark clause").
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

    /// Begins a section of its own.
    mutating func pushMarker() {
        append(Entry(element: .other, identity: 0, attributes: 0))
    }

    /// Ends the section that the last marker began.
    mutating func clearToMarker() {
        entries.removeSubrange((lastMarker ?? 0)...)
    }

    /// The index of the last element of this kind in the section.
    func index(of element: HTMLElement) -> Int? {
        guard let index = entries.lastIndex(where: { $0.isMarker || $0.element == element }),
            !entries[index].isMarker
        else { return nil }
        return index
    }

    /// The index of the element with this number.
    func index(ofIdentity identity: UInt32) -> Int? {
        entries.lastIndex { $0.identity == identity }
    }

    /// Takes note that an element is no longer open.
    mutating func close(_ identity: UInt32) {
        // Elements close from the innermost outward, mostly in the order of the list from its end.
        let isGuessed = entries.indices.contains(guess) && entries[guess].identity == identity
        guard let index = isGuessed ? guess : index(ofIdentity: identity) else { return }
        entries[index].isOpen = false
        guess = index - 1
    }

    /// The indices of the elements to open again (HTML 13.2.4.3, "reconstruct").
    var closedIndices: Range<Int> {
        let start = entries.lastIndex { $0.isMarker || $0.isOpen }.map { $0 + 1 } ?? 0
        return start..<entries.count
    }

    /// Puts a new open element in the place of one.
    mutating func reopen(at index: Int, as identity: UInt32) {
        entries[index].identity = identity
        entries[index].isOpen = true
    }

    /// Forgets the last element if it has this number.
    @inline(__always)
    mutating func removeLast(_ identity: UInt32) -> Bool {
        guard let last = entries.last, last.identity == identity else { return false }
        entries.removeLast()
        return true
    }

    /// Forgets the element at an index.
    mutating func remove(at index: Int) {
        entries.remove(at: index)
    }

    /// Moves an element to before the one at an index, and lets it stand for a new open element.
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
