import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

@Suite struct LineRelayTests {
    /// What a relay passes on for these arrivals, each piece on its own.
    private func relay(_ arrivals: [String]) -> [String] {
        var relay = LineRelay(prefix: Array("> ".utf8))
        var pieces = arrivals.map { text in Array(text.utf8).withUnsafeBytes { relay.relay($0) } }
        pieces.append(relay.finish())
        return pieces.compactMap { piece in
            piece.map { ($0.beginsLine ? "> " : "") + String(decoding: $0.bytes, as: UTF8.self) }
        }
    }

    @Test(arguments: [
        (["a\nb\n"], ["> a\n> b\n"]), (["a", "b", "\n"], ["> ab\n"]), (["a\nb", "c\n\n"], ["> a\n", "> bc\n> \n"]),
        (["a"], ["> a\n"]), (["\n"], ["> \n"]), (["", ""], []),
    ]) func passesWholeLinesOn(arrivals: [String], expected: [String]) { #expect(relay(arrivals) == expected) }

    @Test func passesAnUnfinishedLineOnWhenAsked() {
        var relay = LineRelay(prefix: Array("> ".utf8))
        func arrive(_ text: String) -> LineRelay.Piece? { Array(text.utf8).withUnsafeBytes { relay.relay($0) } }
        #expect(arrive("name? ") == nil)
        #expect(relay.holdsBytes)
        let prompt = LineRelay.Piece(bytes: Array("name? ".utf8), beginsLine: true, endsLine: false)
        #expect(relay.flush() == prompt)
        #expect(!relay.holdsBytes)
        #expect(relay.flush() == nil)
        let answer = LineRelay.Piece(bytes: Array("ada\n".utf8), beginsLine: false, endsLine: true)
        #expect(arrive("ada\n") == answer)
        #expect(relay.finish() == nil)
    }

    @Test func keepsLittleOfALongLine() {
        var relay = LineRelay(prefix: [])
        let bytes = [UInt8](repeating: 0x78, count: 10_000)
        var passed = 0
        for _ in 0..<100 {
            let piece = bytes.withUnsafeBytes { relay.relay($0) }
            #expect(piece.map { $0.bytes.count <= LineRelay.limit + bytes.count } ?? true)
            passed += piece?.bytes.count ?? 0
        }
        #expect(passed >= 1_000_000 - LineRelay.limit)
    }

    @Test(arguments: 0..<50) func changesNothingButTheBeginnings(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [0, 10, 10, 13, 27, 65, 255]
        let text = (0..<random.next(upperBound: UInt(400))).map { _ in alphabet.randomElement(using: &random) ?? 0 }
        var relay = LineRelay(prefix: Array("> ".utf8))
        var shown: [UInt8] = []
        func show(_ piece: LineRelay.Piece?) {
            guard let piece else { return }
            shown += (piece.beginsLine ? relay.prefix : []) + piece.bytes
        }
        var rest = text[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(40, rest.count), using: &random)
            show(Array(rest.prefix(count)).withUnsafeBytes { relay.relay($0) })
            if Bool.random(using: &random) { show(relay.flush()) }
            rest = rest.dropFirst(count)
        }
        show(relay.finish())
        var lines = text.split(separator: 10, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let expected: [UInt8] = lines.flatMap { line -> [UInt8] in relay.prefix + line + [10] }
        #expect(shown == expected)
    }
}
