import CJSONBlocks
import JSON

/// A document tells the same however it is cut, and whichever instructions read it.
@_cdecl("LLVMFuzzerTestOneInput") func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Safety: libFuzzer's bytes live as long as this call, and are copied.
    let document = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = JSONOutcome(of: document, blockReader: nil)
    let cuts = Cuts(of: document).places
    precondition(JSONOutcome(of: document, cutAt: Array(0..<document.count), blockReader: nil) == whole, "byte by byte")
    precondition(JSONOutcome(of: document, cutAt: cuts, blockReader: nil) == whole, "cut at \(cuts)")
    for instructions in JSONInstructions.available {
        let reader = instructions.reader
        precondition(JSONOutcome(of: document, blockReader: reader) == whole, "\(instructions.rawValue)")
        precondition(
            JSONOutcome(of: document, cutAt: cuts, blockReader: reader) == whole,
            "\(instructions.rawValue), cut at \(cuts)")
    }
    return 0
}
