import JSON

struct ElementReader {
    private var bytes: [UInt8] = []
    private var scanner: JSONScanner<ElementBuilder>

    init(_ collection: BoardCollection) {
        let (keys, innerKeys) = collection.keySets
        scanner = JSONScanner(handler: ElementBuilder(keys: keys, innerKeys: innerKeys))
    }

    mutating func part(at place: Range<Int>, of source: ExportSource) throws -> ExportPart {
        bytes.removeAll(keepingCapacity: true)
        // The scanner sees one array that all these elements belong to.
        bytes.append(UInt8(ascii: scanner.offset == 0 ? "[" : ","))
        try source.append(place, to: &bytes)
        let bytes = bytes
        try scanner.scan(bytes.span)
        return scanner.handler.value
    }
}
