import JSON

/// Reads elements of a collection again, one after the other.
struct ElementReader {
    private var bytes: [UInt8] = []
    private var scanner: JSONScanner<ElementBuilder>

    /// A reader of the members of a collection's elements that are of use.
    init(_ collection: BoardCollection) {
        let (keys, innerKeys) = collection.keySets
        scanner = JSONScanner(handler: ElementBuilder(keys: keys, innerKeys: innerKeys))
    }

    /// The element at a place.
    mutating func part(at place: Range<Int>, of source: ExportSource) throws -> ExportPart {
        bytes.removeAll(keepingCapacity: true)
        // To the scanner, all elements are of one array.
        bytes.append(UInt8(ascii: scanner.offset == 0 ? "[" : ","))
        try source.append(place, to: &bytes)
        let bytes = bytes
        try scanner.scan(bytes.span)
        return scanner.handler.value
    }
}
