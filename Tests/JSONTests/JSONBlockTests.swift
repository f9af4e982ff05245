import CJSONBlocks
import JSON
import TestSupport
import Testing

/// What is special about blocks: that they end somewhere.
@Suite(.tags(.slow)) struct JSONBlockTests {
    /// Enough well-formed elements for some blocks.
    static let filler = String(repeating: #"{"key":[1,true,null,"value"]},"#, count: 8)

    /// An array with a string of so many bytes after which the text follows.
    static func text(_ pad: Int, _ text: String) -> String {
        "[\(filler)\"\(String(repeating: "a", count: pad))\(text)\(filler)0]"
    }

    static func input(_ pad: Int, _ text: String) -> [UInt8] { Array(Self.text(pad, text).utf8) }

    @Test(arguments: JSONInstructions.available) func blocksAreRead(_ instructions: JSONInstructions) throws {
        let read = try #require(instructions.reader)
        let input = Array("[\(Self.filler)0]".utf8)
        var context = JSONContext(levels: 0, depth: 1, place: .afterOpening)
        var blocks = [JSONBlock](repeating: JSONBlock(), count: 16)
        let rest = input.dropFirst()
        let count = rest.withUnsafeBufferPointer { read($0.baseAddress, $0.count, &context, &blocks, blocks.count) }
        #expect(count > 0)
        #expect(count * 64 <= rest.count)
        #expect(blocks[0].openings & 0b11_1111 == 0b10)
        #expect(blocks[0].closings & 0b11_1111 == 0b10_0000)
        #expect(blocks[0].keys & 0b11_1111 == 0b10)
        #expect(blocks[0].depth == 1)
        #expect(blocks[0].leastDepth == 1)
    }

    @Test(arguments: 1...5, ["\",", "n\",", "u0041\",", "u004g\",", "x\",", "\n\","])
    func backslashesBeforeTheEndOfABlock(_ count: Int, _ tail: String) {
        for pad in 0..<66 {
            let backslashes = String(repeating: "\\", count: count)
            expectSameWithEveryReader(Self.input(pad, backslashes + tail))
        }
    }

    @Test(arguments: 0..<64) func bytesThatCannotBeThere(_ place: Int) {
        let fillerLength = Self.filler.utf8.count
        for byte: UInt8 in [0, 0x0A, 0x1F, 0x7F, 0x80, 0xFF, 0x5C, 0x22, 0x2C, 0x5B, 0x7D] {
            var inString = Self.input(130, "\",")
            inString[fillerLength + 10 + place] = byte
            expectSameWithEveryReader(inString)
            var outside = Self.input(0, "\",")
            outside[70 + place] = byte
            expectSameWithEveryReader(outside)
            var inBlanks = Self.input(0, "\",\(String(repeating: " ", count: 130))")
            inBlanks[fillerLength + 10 + place] = byte
            expectSameWithEveryReader(inBlanks)
        }
    }

    @Test(arguments: [
        "0", "-0", "01", "-", "1.5", "1.", ".5", "1e5", "1e", "-1.25E+10", "1-1", "0x1", "123456", "true", "false",
        "null", "truee", "tru", "nul", "fals", "nulll", "True", "t", "é", "1 2", "\\", "/", "+1", "1.5.5", "1e5e5",
        "falsetrue", "\"a\"1", "1\"a\"", "{}1", "1{}", "1,", ",1", "\"a\":1", ":", "[", "]", "{", "}", "{]", "[}",
        "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{1:1}", "{\"a\" \"b\"}", "{\"a\":1 \"b\":1}", "{\"a\":1:1}",
        "[1:1]", "{\"a\"::1}", "[,]", "[1,,1]", "{\"a\",\"b\":1}", "{[]:1}", "{\"a\":1,1}", "{ \"a\" : { } }", "[ ]",
        "[ 1 , 2 ]", "{ \"a\" : 1 , \"b\" : 2 }", "{ }", "{ ]", "{ , }", "[ 1 2 ]",
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890123456",
        "{\"a\":[{\"b\":[]}],\"c\":{}}",
    ]) func tokensAcrossTheEndOfABlock(_ text: String) {
        for pad in sampled(0..<66, every: 5) {
            expectSameWithEveryReader(Self.input(pad, "\",\(text),"))
            expectSameWithEveryReader(Self.input(pad, "\",{\"key\":\(text)},"))
        }
    }

    @Test func junkAfterTheRoot() {
        for pad in 0..<66 {
            let document = Self.text(pad, "\",")
            for junk in ["]", "x", "0", "\"\"", "{}", " ", ",", "\u{FEFF}"] {
                let blanks = String(repeating: " ", count: 100)
                expectSameWithEveryReader(Array((document + junk + blanks).utf8))
                expectSameWithEveryReader(Array((document + blanks + junk + blanks).utf8))
            }
        }
    }

    @Test(arguments: [1, 62, 63, 64, 65, 66, 127, 128, 129, 130]) func nestingAroundAWord(_ depth: Int) {
        let open = (0..<depth).map { $0.isMultiple(of: 3) ? "{\"a\":" : "[" }.joined()
        let close = (0..<depth).reversed().map { $0.isMultiple(of: 3) ? "}" : "]" }.joined()
        let values = Self.filler + "[],{},[[]],{\"a\":{}}," + Self.filler
        let input = Array("\(open)[\(values)0]\(close)".utf8)
        expectSameWithEveryReader(input)
        for cut in [depth / 2, depth, depth + 100] { expectSameWithEveryReader(input, cutAt: [cut]) }
        expectSameWithEveryReader(Array("\(open)[\(values)0]\(close.dropLast())".utf8))
        expectSameWithEveryReader(Array("\(open)[\(values)0]\(close)]".utf8))
        for offset in stride(from: 0, to: input.count, by: 7) {
            expectSameWithEveryReader(input, unwanted: Set(offset..<offset + 7))
        }
    }

    @Test func everyCutTellsTheSame() {
        let text = #"{"a\u00e9\n":[-12.5e3,true,{"b c":"\\\"x","d":[[],{}]},false,null,"\ud83d\ude00"],"#
        let input = Array("[\(text)\"last\":0},\(text)\"last\" : 12345 } ]".utf8)
        for cut in 0...input.count {
            expectSameWithEveryReader(input, cutAt: [cut])
            expectSameWithEveryReader(Array(input[..<cut]))
        }
    }

    @Test func aLoneSurrogateIsNotKept() {
        // The second string begins within blocks; what the first left must not be told before it.
        let first = String(repeating: "b", count: 100)
        let input = Array("[[\"\\ud83d\(first)\",\"\(first)\"],\"c\",\(Self.filler)0]".utf8)
        for cut in 0..<20 { expectSameWithEveryReader(input, cutAt: [cut], unwanted: [1]) }
    }

    @Test func numbersInStepWithTheBlocks() {
        for digits in 62...65 {
            let number = String(repeating: "7", count: digits)
            let list = [String](repeating: number, count: 600).joined(separator: ",")
            expectSameWithEveryReader(Array("[\(list)]".utf8))
        }
    }

    @Test func longTokens() {
        for count in [100, 8_100, 8_192, 8_300, 20_000] {
            let long = String(repeating: "5", count: count)
            for token in [long, "\"\(long)\"", "\"\(long)\\n\(long)\"", "0.\(long)", "\(long)x"] {
                expectSameWithEveryReader(Array("[\(Self.filler)\(token),\(Self.filler)0]".utf8))
            }
        }
    }
}
