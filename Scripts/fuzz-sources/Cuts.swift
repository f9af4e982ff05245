/// Where to cut a document: at random, but the same document always in the same places.
struct Cuts {
    /// The offsets of the cuts, in order.
    let places: [Int]

    init(of document: [UInt8]) {
        // FNV-1a for the document, then a step of a linear congruential generator for each cut.
        var state: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in document { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        places = (0..<5).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % (document.count + 1)
        }.sorted()
    }
}
