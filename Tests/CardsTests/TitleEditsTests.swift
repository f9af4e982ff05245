import Testing

@testable import Cards

/// The packed list of what is to be put in.
@Suite struct TitleEditsTests {
    @Test func keepsPlacesAndNumbers() throws {
        let places = [0, 0, 1, 127, 128, 300, 16_384, 5_000_000_000, 5_000_000_001]
        let numbers = ["7", "0", "007", "99999999999999999999999", "12", "99999999999999999", "1", "00", "2"]
        for spelling in [NumberSpelling.standard, try #require(NumberSpelling(format: "\"{number}:"))] {
            var edits = TitleEdits(spelling: spelling)
            for (number, place) in zip(numbers, places) { edits.append(number: Array(number.utf8), at: place) }
            #expect(edits.count == places.count)
            #expect(edits.map(\.offset) == places)
            let texts = edits.map { String(decoding: $0.text, as: UTF8.self) }
            let isStandard = spelling == .standard
            #expect(texts == numbers.map { isStandard ? "#\($0) " : "\\\"\($0):" })
        }
    }

    @Test func isCutBackToAMark() {
        var edits = TitleEdits()
        let empty = edits.end
        edits.append(number: [0x31], at: 10)
        let mark = edits.end
        edits.append(number: [0x32], at: 20)
        edits.removeAll(after: mark)
        edits.append(number: [0x33], at: 15)
        #expect(edits.map(\.offset) == [10, 15])
        #expect(edits.count == 2)
        edits.removeAll(after: empty)
        #expect(edits.map(\.offset) == [])
        #expect(edits.count == 0)
    }

    @Test func whatWasAddedAfterAMarkStandsAlone() {
        var edits = TitleEdits()
        edits.append(number: [0x31], at: 1000)
        let mark = edits.end
        #expect(edits.suffix(after: mark).map(\.offset) == [])
        edits.append(number: [0x32], at: 2000)
        edits.append(number: [0x33], at: 2001)
        let suffix = edits.suffix(after: mark)
        #expect(suffix.map(\.offset) == [2000, 2001])
        #expect(suffix.map { String(decoding: $0.text, as: UTF8.self) } == ["#2 ", "#3 "])
        #expect(suffix.count == 2)
    }

    @Test func manyAreKeptInBlocks() {
        var edits = TitleEdits()
        var marks: [TitleEdits.Mark] = []
        for number in 0..<60_000 {
            marks.append(edits.end)
            edits.append(number: Array("\(number)".utf8), at: number * 3000)
        }
        #expect(edits.map(\.offset) == (0..<60_000).map { $0 * 3000 })
        for place in [0, 1, 9000, 59_999] {
            let suffix = edits.suffix(after: marks[place])
            #expect(suffix.count == 60_000 - place)
            #expect(suffix.map(\.offset) == (place..<60_000).map { $0 * 3000 })
            #expect(suffix.first { _ in true }?.text == Array("#\(place) ".utf8))
        }
        edits.removeAll(after: marks[20_000])
        edits.append(number: [0x37], at: 60_000_000)
        #expect(edits.map(\.offset) == (0...20_000).map { $0 * 3000 })
        #expect(edits.count == 20_001)
    }

    @Test func onlyTheFirstFewAreKept() {
        var few = FirstFew<Int>()
        for number in 0..<8 { few.append(number) }
        few.append(contentsOf: few)
        #expect(few.elements == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1])
        #expect(few.total == 16)
        #expect(few.omitted == 6)
    }
}
