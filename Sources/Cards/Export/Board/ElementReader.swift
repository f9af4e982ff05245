import JSON

/// Reads elements of a collection again, one after the other, each of which is at hand as a whole.
struct ElementReader {
    private var tokens = JSONTokenReader()
    private var values: ElementValues
    private var bytes: [UInt8] = []
    private var scanner: JSONScanner<ElementBuilder>

    /// A reader of the members of a collection's elements that are of use.
    init(_ collection: BoardCollection) {
        let (keys, innerKeys) = collection.keySets
        values = ElementValues(keys: keys, innerKeys: innerKeys)
        scanner = JSONScanner(handler: ElementBuilder(keys: keys, innerKeys: innerKeys))
    }

    /// The element at a place.
    mutating func part(at place: Range<Int>, of source: ExportSource) throws -> ExportPart {
        bytes.removeAll(keepingCapacity: true)
        try source.append(place, to: &bytes)
        let count = bytes.count
        bytes += repeatElement(UInt8(ascii: " "), count: JSONTokenReader.padding)
        if Self.read(bytes, &tokens, &values) { return ExportPart(values.nodes, bytes) }
        bytes.removeSubrange(count...)
        return try scan()
    }

    /// Reads bytes at once; false where they are not plainly well-formed.
    private static func read(
        _ bytes: [UInt8], _ tokens: inout JSONTokenReader, _ values: inout ElementValues
    ) -> Bool {
        values.removeAll()
        // Safety: the bytes are lent for the call.
        let isRead = bytes.withUnsafeBufferPointer { bytes in
            tokens.read(bytes) { values.take(&$0) }
        }
        return isRead && !values.nodes.isEmpty
    }

    /// Reads the bytes in the way that takes whatever is JSON.
    private mutating func scan() throws -> ExportPart {
        // To the scanner, all elements are of one array.
        bytes.insert(UInt8(ascii: scanner.offset == 0 ? "[" : ","), at: 0)
        let bytes = bytes
        try scanner.scan(bytes.span)
        return scanner.handler.value
    }
}

/// The values of an element that are of use.
private struct ElementValues {
    private let keys: KeySet
    /// The keys that are wanted of what is within the element.
    private let innerKeys: KeySet
    private(set) var nodes: [ExportPart.Node] = []

    init(keys: KeySet, innerKeys: KeySet) {
        (self.keys, self.innerKeys) = (keys, innerKeys)
    }

    mutating func removeAll() { nodes.removeAll(keepingCapacity: true) }

    /// Takes what is of use of the tokens.
    mutating func take(_ tokens: inout JSONTokens) {
        // The objects and arrays that are open, of which there are no more than `maximalDepth`, and how many.
        var open = [5 of Int](repeating: 0)
        var depth = 0
        var key: ExportKey?
        while let token = tokens.next() {
            switch token.kind {
            case .key:
                // Either set would be copied by a choice between them.
                key =
                    depth > 1
                    ? innerKeys.key(of: token, in: tokens.bytes)
                    : keys.key(of: token, in: tokens.bytes)
                if key == nil { tokens.skipValue() }
            case .string: add(.string, &key, token)
            case .scalar:
                add(Self.kind(tokens.bytes[token.place.lowerBound]), &key, token)
            case .opening where depth == ElementBuilder.maximalDepth:
                add(.null, &key, token)
                tokens.skipRest()
            case .opening:
                open[depth] = nodes.count
                depth += 1
                let isObject = tokens.bytes[token.place.lowerBound] == UInt8(ascii: "{")
                add(isObject ? .object : .array, &key, token)
            case .closing where depth > 0:
                depth -= 1
                nodes[open[depth]].end = nodes.count
            case .closing: break
            }
        }
    }

    private mutating func add(
        _ kind: ExportPart.Node.Kind, _ key: inout ExportKey?, _ token: JSONToken
    ) {
        nodes.append(
            ExportPart.Node(
                kind: kind, name: key, text: token.place, hasEscapes: token.hasEscapes,
                end: nodes.count + 1))
        key = nil
    }

    /// What a number or a literal is, by its first byte.
    private static func kind(_ byte: UInt8) -> ExportPart.Node.Kind {
        switch byte {
        case UInt8(ascii: "t"): .true
        case UInt8(ascii: "f"): .false
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }
}
