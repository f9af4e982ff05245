import CJSONBlocks
import JSON
import TestSupport
import Testing

/// Members that a handler does not want, with and without a block reader.
@Suite struct JSONMemberTests {
    /// Writes down the values of the members of the outermost object, but not of those called `skip`.
    private struct Recording: JSONHandler {
        var events: [String] = []
        private var key = JSONKey()
        private var isInKey = false
        private var depth = 0
        private static let skip = JSONKey(word: 0x70_69_6B_73, count: 4)

        private mutating func record(_ event: String) { if key != Self.skip { events.append(event) } }

        mutating func wantsMember(_ key: JSONKey) -> Bool { key != Self.skip }
        mutating func beginKey(at offset: Int) -> Bool {
            key = JSONKey()
            isInKey = true
            return true
        }
        mutating func content(_ piece: Span<UInt8>) { if isInKey { key.append(piece) } }
        mutating func endKey() { isInKey = false }
        mutating func beginString(at offset: Int) -> Bool {
            record("string \(offset)")
            return false
        }
        mutating func beginNumber(at offset: Int) -> Bool {
            record("number \(offset)")
            return false
        }
        mutating func literal(_ literal: JSONLiteral, at offset: Int) { record("\(literal) \(offset)") }
        mutating func beginObject(at offset: Int) -> Bool {
            if depth > 0 {
                record("{ \(offset)")
                return false
            }
            depth += 1
            return true
        }
        mutating func beginArray(at offset: Int) -> Bool {
            record("[ \(offset)")
            return false
        }
        mutating func endObject(at offset: Int) { events.append("end \(offset)") }
    }

    private func events(_ input: [UInt8], _ reader: JSONBlockReader?) throws -> [String] {
        var scanner = JSONScanner(handler: Recording(), blockReader: reader)
        try scanner.scan(input.span)
        try scanner.finish()
        return scanner.handler.events
    }

    @Test(arguments: 0..<30 as Range<UInt64>) func whatIsToldOfTheOthersIsTheSame(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<30 {
            let members = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                let key = ["skip", "name", "skipped", "sk\\u0069p", ""].randomElement(using: &random)
                return "\"\(key ?? "")\":\(JSONFuzz.document(depth: 2, using: &random))"
            }
            let input = Array("{\(members.joined(separator: ","))}".utf8)
            let expected = try events(input, nil)
            for instructions in JSONInstructions.available {
                #expect(try events(input, instructions.reader) == expected)
            }
        }
    }

    @Test(arguments: 0..<130) func aValueAcrossTheEndOfABlock(_ filler: Int) throws {
        let filler = String(repeating: "f", count: filler)
        for value in ["\"\(String(repeating: "v", count: 150))\"", "[{}, 1]", "12.5", "null"] {
            let text = #"{"a":"\#(filler)","skip":\#(value),"b":[true],"skip" : \#(value),"c":1}"#
            let input = Array((text + String(repeating: " ", count: 80)).utf8)
            let expected = try events(input, nil)
            for instructions in JSONInstructions.available {
                #expect(try events(input, instructions.reader) == expected)
            }
        }
    }
}
