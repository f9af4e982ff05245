extension HTMLTreeBuilder {
    mutating func startFormatting(_ tag: StartTag) {
        switch tag.element {
        case .a:
            if let index = formatting.index(of: .a) {
                let identity = formatting.entries[index].identity
                endFormatting(.a)
                // The end tag's rules may have left it.
                if let index = formatting.index(ofIdentity: identity) { formatting.remove(at: index) }
                if let position = open.position(of: .a, identity: identity) { removeOpen(at: position) }
            }
            reopenFormatting()
        case .nobr:
            reopenFormatting()
            if open.positionInScope(.nobr) != nil {
                endFormatting(.nobr)
                reopenFormatting()
            }
        default: reopenFormatting()
        }
        let identity = pushFormatting(tag.element)
        formatting.push(tag.element, identity: identity, attributes: tag.attributesHash)
    }

    /// Ends a formatting element, even if tags are nested incorrectly (HTML 13.2.6.4.7, "adoption agency algorithm").
    mutating func endFormatting(_ element: HTMLElement) {
        if let current = open.current, current.element == element, current.namespace == .html {
            if formatting.removeLast(current.identity) {
                _ = open.pop()
                return
            }
            if formatting.index(ofIdentity: current.identity) == nil { return pop() }
        }
        for _ in 0..<8 {
            guard let index = formatting.index(of: element) else {
                if let position = open.positionOfOrdinary(element, identity: 0) { pop(to: position) }
                return
            }
            let entry = formatting.entries[index]
            guard let position = open.position(of: element, identity: entry.identity) else {
                formatting.remove(at: index)
                return
            }
            guard open.isInScope(position) else { return }
            guard open.innermostSpecial > position else {
                pop(to: position)
                formatting.remove(at: index)
                return
            }
            guard open.count - position <= Self.longestAdoption else {
                formatting.remove(at: index)
                return
            }
            adopt(from: position, at: index)
        }
    }

    /// Closes an element, but not the elements in it.
    mutating func removeOpen(at position: Int) {
        let removed = open[position]
        open.replace(from: position, with: open.entries[position...])
        if removed.isFormatting { formatting.close(removed.identity) }
    }

    /// The maximum number of elements to move for one end tag, which prevents quadratic time for hostile input.
    private static let longestAdoption = 512

    /// Moves a formatting element into the outermost block that is open in it: the block's elements stay open, and the
    /// formatting elements are reopened around and in the block.
    private mutating func adopt(from position: Int, at index: Int) {
        let above = open.entries[position...]
        guard let block = above.firstIndex(where: \.isSpecial) else { return }
        let entry = formatting.entries[index]
        var index = index
        var bookmark = index
        var reopened: [OpenElements.Entry] = []
        for (step, node) in above[..<block].reversed().enumerated() {
            guard node.isFormatting, let listed = formatting.index(ofIdentity: node.identity) else { continue }
            if step < 3 {
                let identity = newIdentity()
                formatting.reopen(at: listed, as: identity)
                if reopened.isEmpty { bookmark = listed + 1 }
                reopened.append(.init(node.element, identity: identity))
            } else {
                formatting.remove(at: listed)
                if listed < bookmark { bookmark -= 1 }
                if listed < index { index -= 1 }
            }
        }
        let adopted = OpenElements.Entry(entry.element, identity: newIdentity())
        formatting.move(from: index, to: bookmark, as: adopted.identity)
        open.replace(from: position, with: reopened.reversed() + [above[block], adopted] + above[(block + 1)...])
    }
}
