import HTML

/// A document gives the same tags however it is cut.
@_cdecl("LLVMFuzzerTestOneInput") func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Safety: libFuzzer's bytes live as long as this call, and are copied.
    let document = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = tags(in: document, cutAt: [])
    precondition(tags(in: document, cutAt: Array(0..<document.count)) == whole, "byte by byte")
    let cuts = Cuts(of: document).places
    precondition(tags(in: document, cutAt: cuts) == whole, "cut at \(cuts)")
    return 0
}

private func tags(in document: [UInt8], cutAt cuts: [Int]) -> [HTMLTag] {
    var scanner = HTMLScanner(reporting: [.link, .base, .meta])
    var tags: [HTMLTag] = []
    var start = 0
    for end in cuts + [document.count] {
        tags += scanner.scan(Array(document[start..<end]))
        start = end
    }
    return tags
}
