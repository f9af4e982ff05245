import JSON
import TestSupport
import Testing

@testable import Cards

/// What is settled of the output while the input is still read.
@Suite struct SettlingTests {
    /// A scan cut at the given offsets, and all that was settled on the way.
    private struct Scan {
        var result: ScanResult
        var settled: [(offset: Int, text: [UInt8])] = []
        var ends: [Int] = []

        init(_ input: [UInt8], cutAt cuts: [Int], rule: NumberingRule = NumberingRule()) throws {
            var scanner = JSONScanner(handler: BoardScanner(rule: rule))
            var start = 0
            for end in cuts + [input.count] {
                try scanner.scan(input.span.extracting(start..<end))
                start = end
                let settled = scanner.handler.settle(scanned: scanner.offset)
                let last = ends.last ?? 0
                #expect(settled.end >= last && settled.end <= end)
                for edit in settled.edits {
                    #expect(edit.offset >= last && edit.offset < settled.end)
                    self.settled.append((edit.offset, Array(edit.text)))
                }
                ends.append(settled.end)
            }
            try scanner.finish()
            let settled = scanner.handler.settle(scanned: scanner.offset)
            self.settled += settled.edits.map { ($0.offset, Array($0.text)) }
            ends.append(settled.end)
            result = scanner.handler.result
        }

        /// Whether the settled edits are all edits.
        var isComplete: Bool {
            settled.map(\.offset) == result.edits.map(\.offset)
                && settled.map(\.text) == result.edits.map { Array($0.text) }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func allIsSettledInTheEnd(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let input = Array(RandomExport.board(using: &random).utf8)
            let cuts = (0..<8).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
            let scan = try Scan(input, cutAt: cuts)
            #expect(!scan.result.isRevoked)
            #expect(scan.isComplete)
            #expect(scan.ends.last == input.count)
        }
    }

    @Test(arguments: [
        // A later title turns the first one round, either way.
        ##"{"name":"#","cards":[{"idShort":1,"name":"a"},{"idShort":2,"name":"b"}],"name":"x"}"##,
        ##"{"name":"x","cards":[{"idShort":1,"name":"a"},{"idShort":2,"name":"b"}],"name":"#"}"##,
        ##"{"name":"#","cards":[{"idShort":1,"name":"a"}],"name":7}"##,
        ##"{"name":"#","cards":[{"idShort":1,"name":"a"}],"cards":[{"idShort":2,"name":"b"}]}"##,
        ##"{"name":"#","cards":[{"idShort":1,"name":"a"}],"cards":{}}"##,
    ]) func whatIsSaidTwiceRevokes(_ text: String) throws {
        let input = Array(text.utf8)
        let whole = try Scan(input, cutAt: [])
        #expect(!whole.result.isRevoked && whole.isComplete)
        for cut in 0..<input.count {
            let scan = try Scan(input, cutAt: [cut])
            #expect(scan.result.edits.map(\.offset) == whole.result.edits.map(\.offset))
            #expect(scan.result.isRevoked || scan.isComplete, "\(cut)")
        }
        let bytewise = try Scan(input, cutAt: Array(1..<input.count))
        #expect(bytewise.result.isRevoked)
    }

    @Test func aTitleSaidTwiceAlikeIsNoMatter() throws {
        let text = ##"{"name":"#","cards":[{"idShort":1,"name":"a"}],"name":"x #"}"##
        let scan = try Scan(Array(text.utf8), cutAt: Array(1..<text.utf8.count))
        #expect(!scan.result.isRevoked && scan.isComplete)
    }

    @Test func cardsBeforeTheTitleWaitForIt() throws {
        let cards = ##"{"cards":[{"idShort":1,"name":"a"},{"idShort":2,"name":"b"}]"##
        let input = Array((cards + ##","name":"#"}"##).utf8)
        let scan = try Scan(input, cutAt: Array(1..<input.count))
        let first = ##"{"cards":[{"idShort":1,"name":""##.utf8.count
        #expect(scan.ends[cards.utf8.count - 1] == first)
        #expect(scan.isComplete && scan.settled.count == 2)
    }

    @Test func allBoardsAreSettledAtOnce() throws {
        let cards = ##"{"cards":[{"idShort":1,"name":"a"},{"idShort":2,"name":"b"}]"##
        let input = Array((cards + ##","name":"x"}"##).utf8)
        let scan = try Scan(input, cutAt: Array(1..<input.count), rule: NumberingRule(includesUnmarkedBoards: true))
        #expect(scan.ends[cards.utf8.count - 1] == cards.utf8.count)
        #expect(scan.isComplete && scan.settled.count == 2)
    }
}
