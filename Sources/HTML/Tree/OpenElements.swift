/// The stack of open elements (HTML 13.2.4.2), reduced to the properties that affect others.
///
/// No query walks along the stack, so deeply nested pages take linear time: an element stores the position of the one
/// below it with the same name, and of the innermost ones that limit a scope. A position is an index plus one; zero
/// means none.
struct OpenElements: Sendable {
    struct Entry: Sendable {
        let element: HTMLElement
        let namespace: Namespace
        let integration: Integration
        /// A hash of the name of an ``HTMLElement/other``, or the number of a formatting element.
        let identity: UInt32
        fileprivate var previous: UInt16 = 0
        fileprivate var scope: UInt16 = 0
        fileprivate var special: UInt16 = 0
        fileprivate var listStop: UInt16 = 0
        fileprivate var html: UInt16 = 0

        init(_ element: HTMLElement, identity: UInt32, namespace: Namespace = .html, integration: Integration = .none) {
            self.element = element
            self.identity = identity
            self.namespace = namespace
            self.integration = integration
        }

        /// Whether the element ends searches, in any namespace.
        @inline(__always) var isSpecial: Bool { namespace == .html ? element.isSpecial : integration != .none }

        /// Whether the element may contain HTML (HTML 13.2.6).
        var mayHoldHTML: Bool { namespace == .html || integration == .text || integration == .html }

        /// Whether the element is in the list of formatting elements.
        var isFormatting: Bool { identity != 0 && element != .other }

        @inline(__always) fileprivate var limitsScope: Bool {
            namespace == .html ? element.limitsScope : integration != .none
        }

        /// Whether the search of an `li` for an open one ends here.
        @inline(__always) fileprivate var stopsLists: Bool {
            guard namespace == .html else { return isSpecial }
            return isSpecial && element != .div && element != .p && element != .address
        }

        @inline(__always) fileprivate var key: Int {
            let name = element == .other ? 128 + Int(identity & 127) : element.number
            return namespace == .html ? name : 256 + name
        }
    }

    enum Namespace: UInt8, Sendable { case html, svg, mathML }

    /// The content that an element of a foreign namespace may have (HTML 13.2.6).
    enum Integration: UInt8, Sendable {
        /// Elements of its own namespace.
        case none
        /// MathML's `annotation-xml`, which may contain `svg`.
        case annotation
        /// A MathML text integration point: text, and HTML except for two elements.
        case text
        /// An HTML integration point.
        case html
    }

    /// Deeper elements are only counted, so that hostile input cannot exhaust the memory.
    static let deepest = 4096

    private(set) var entries: [Entry] = []
    private(set) var foreignCount = 0
    /// The position of the innermost open element of each key.
    private var innermost = [UInt16](repeating: 0, count: 512)
    private var uncounted = 0

    var count: Int { entries.count }

    /// The current node (HTML 13.2.4.2).
    var current: Entry? { entries.last }

    func isCurrent(_ element: HTMLElement) -> Bool {
        guard let current else { return false }
        return current.element == element && current.namespace == .html
    }

    @inline(__always) func position(of element: HTMLElement) -> Int { Int(innermost[element.number]) }
    func contains(_ element: HTMLElement) -> Bool { position(of: element) > 0 }

    /// The position of the innermost HTML element of this kind if it is in scope.
    func positionInScope(_ element: HTMLElement) -> Int? { inScope(position(of: element), limit: scope) }

    func positionInListItemScope(_ element: HTMLElement) -> Int? {
        inScope(position(of: element), limit: max(scope, max(position(of: .ol), position(of: .ul))))
    }

    /// The position of the formatting element with this number.
    func position(of element: HTMLElement, identity: UInt32) -> Int? {
        var position = position(of: element)
        while position > 0, self[position].identity != identity { position = Int(self[position].previous) }
        return position > 0 ? position : nil
    }

    func isInScope(_ position: Int) -> Bool { position >= scope }

    @inline(__always) var paragraphInButtonScope: Int? {
        let position = position(of: .p)
        guard position > 0 else { return nil }
        return inScope(position, limit: max(scope, self.position(of: .button)))
    }

    func positionInTableScope(_ element: HTMLElement) -> Int? {
        inScope(position(of: element), limit: max(position(of: .table), position(of: .template)))
    }

    var headingInScope: Int? {
        let innermost = [HTMLElement.h1, .h2, .h3, .h4, .h5, .h6].map(position).max() ?? 0
        return inScope(innermost, limit: scope)
    }

    /// The position of the element that "any other end tag" ends: the innermost one with its name that has no special
    /// element in it.
    func positionOfOrdinary(_ element: HTMLElement, identity: UInt32) -> Int? {
        let limit = innermostSpecial
        return inScope(position(of: Entry(element, identity: identity), above: limit), limit: limit)
    }

    /// The position of the foreign element that an end tag ends, if it contains no open HTML element.
    func positionOfForeign(_ element: HTMLElement, identity: UInt32) -> Int? {
        let limit = entries.last.map { Int($0.html) } ?? 0
        let foreign = Entry(element, identity: identity, namespace: .svg)
        return inScope(position(of: foreign, above: limit), limit: limit)
    }

    /// The position of the innermost element that ends the search for a list item.
    var listStop: Int { entries.last.map { Int($0.listStop) } ?? 0 }

    var innermostSpecial: Int { entries.last.map { Int($0.special) } ?? 0 }

    subscript(position: Int) -> Entry { entries[position - 1] }

    @inline(__always) mutating func push(_ entry: Entry) {
        guard entries.count < Self.deepest else {
            uncounted += 1
            return
        }
        var entry = entry
        let position = UInt16(truncatingIfNeeded: entries.count &+ 1)
        if let below = entries.last {
            entry.scope = below.scope
            entry.special = below.special
            entry.listStop = below.listStop
            entry.html = below.html
        }
        if entry.limitsScope { entry.scope = position }
        if entry.isSpecial { entry.special = position }
        if entry.stopsLists { entry.listStop = position }
        if entry.namespace == .html { entry.html = position } else { foreignCount &+= 1 }
        let key = entry.key
        entry.previous = innermost[key]
        innermost[key] = position
        entries.append(entry)
    }

    @inline(__always) mutating func pop() -> Entry {
        let entry = entries.removeLast()
        innermost[entry.key] = entry.previous
        if entry.namespace != .html { foreignCount &-= 1 }
        uncounted = 0
        return entry
    }

    mutating func replace(from position: Int, with others: some Sequence<Entry>) {
        let known = uncounted
        while count >= position { _ = pop() }
        for entry in others { push(entry) }
        uncounted = known
    }

    /// Whether an end tag belongs to an element that is only counted; it is then removed.
    mutating func endsUncounted() -> Bool {
        guard uncounted > 0 else { return false }
        uncounted -= 1
        return true
    }

    private var scope: Int { entries.last.map { Int($0.scope) } ?? 0 }

    private func inScope(_ position: Int, limit: Int) -> Int? { position > 0 && position >= limit ? position : nil }

    /// The position above `limit` of the innermost element with the name of `sample`.
    private func position(of sample: Entry, above limit: Int) -> Int {
        var position = Int(innermost[sample.key])
        guard sample.element == .other else { return position }
        // Names may share a key, so the search is limited against hostile input.
        for _ in 0..<64 {
            guard position > limit, self[position].identity != sample.identity else { break }
            position = Int(self[position].previous)
        }
        return position > limit && self[position].identity == sample.identity ? position : 0
    }
}
