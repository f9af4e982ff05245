import Foundation
import JSON
import TestSupport
import Testing

/// Random documents, whole and cut, against Foundation's parser.
@Suite struct JSONFuzzTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func mutatedDocuments(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(100) {
            var input = Array(JSONFuzz.document(using: &random).utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) { JSONFuzz.mutate(&input, using: &random) }
            let whole = JSONOutcome(of: input)
            let cuts = (0..<4).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
            #expect(JSONOutcome(of: input, cutAt: cuts) == whole)
            #expect(JSONOutcome(of: input, cutAt: Array(0..<input.count)) == whole)
            // Foundation takes a comma before the end of an array, if a space follows it.
            if whole.error?.expected == .elementAfterComma, whole.error?.found == 0x5D { continue }
            let verdict = JSONFuzz.foundationAccepts(input)
            #expect(whole.isAccepted == verdict, "\(String(decoding: input, as: UTF8.self))")
        }
    }
}

/// The random inputs, and the other parser's verdict.
enum JSONFuzz {
    static func document(depth: Int = 0, using random: inout SplitMix64) -> String {
        let space = [" ", "", "", "\n", "\t", "\n          "].randomElement(using: &random) ?? ""
        let count = Int.random(in: 0...3, using: &random)
        switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &random) {
        case 0: return ["true", "false", "null"].randomElement(using: &random) ?? ""
        case 1: return ["0", "-0", "12", "-1.50", "2e1", "0.5E-2", "7e+1"].randomElement(using: &random) ?? ""
        case 2, 3, 4: return string(using: &random)
        case 5, 6:
            let members = (0..<count).map { _ in
                "\(string(using: &random))\(space):\(document(depth: depth + 1, using: &random))"
            }
            return "{\(space)\(members.joined(separator: ",\(space)"))}"
        default:
            let elements = (0..<count).map { _ in document(depth: depth + 1, using: &random) }
            return "[\(elements.joined(separator: "\(space),"))\(space)]"
        }
    }

    static func string(using random: inout SplitMix64) -> String {
        let parts = [
            "a", "name", "long enough for a word", "\\n", "\\\"", "\\\\", "\\u0041", "\\ud83d\\ude00", "é", "😀", "",
        ]
        let count = Int.random(in: 0...4, using: &random)
        return "\"\((0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined())\""
    }

    /// Puts in, takes out or replaces one byte; the ones put in are ASCII and often structural.
    static func mutate(_ input: inout [UInt8], using random: inout SplitMix64) {
        let structural = Array("{}[]:,\"\\ \n\t-+.019eEuntf/a\u{1}\u{7F}".utf8)
        let byte = structural.randomElement(using: &random) ?? 0
        let place = Int.random(in: 0...input.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: input.insert(byte, at: place)
        case 1 where place < input.count: input.remove(at: place)
        case 2 where place < input.count: input[place] = byte
        default: break
        }
    }

    /// Foundation refuses ill-formed UTF-8 and lone surrogates in strings, which the scanner lets
    /// through; neither bears on the grammar, so both are replaced before it is asked.
    static func foundationAccepts(_ input: [UInt8]) -> Bool {
        var harmless = input.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
        for index in harmless.indices.dropFirst(2)
        where harmless[index - 2] == UInt8(ascii: "\\") && harmless[index - 1] == UInt8(ascii: "u") {
            if harmless[index] | 0x20 == UInt8(ascii: "d") { harmless[index] = UInt8(ascii: "0") }
        }
        let options = JSONSerialization.ReadingOptions.fragmentsAllowed
        return (try? JSONSerialization.jsonObject(with: Data(harmless), options: options)) != nil
    }
}
