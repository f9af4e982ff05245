import Testing

@testable import Cards

/// The packed list of what is to be put in.
@Suite struct TitleEditsTests {
    @Test func keepsPlacesAndTexts() {
        let places = [0, 0, 1, 127, 128, 300, 16_384, 5_000_000_000]
        var edits = TitleEdits()
        for (index, place) in places.enumerated() {
            edits.append(Array(repeating: UInt8(index), count: index * 50), at: place)
        }
        #expect(edits.count == places.count)
        #expect(edits.map(\.offset) == places)
        for (index, edit) in edits.enumerated() {
            #expect(Array(edit.text) == Array(repeating: UInt8(index), count: index * 50))
        }
    }

    @Test func isCutBackToAMark() {
        var edits = TitleEdits()
        let empty = edits.end
        edits.append([1], at: 10)
        let mark = edits.end
        edits.append([2], at: 20)
        edits.removeAll(after: mark)
        edits.append([3], at: 15)
        #expect(edits.map(\.offset) == [10, 15])
        #expect(edits.count == 2)
        edits.removeAll(after: empty)
        #expect(edits.map(\.offset) == [])
        #expect(edits.count == 0)
    }

    @Test func whatWasAddedAfterAMarkStandsAlone() {
        var edits = TitleEdits()
        edits.append([1], at: 1000)
        let mark = edits.end
        #expect(edits.suffix(after: mark).map(\.offset) == [])
        edits.append([2], at: 2000)
        edits.append([3], at: 2001)
        let suffix = edits.suffix(after: mark)
        #expect(suffix.map(\.offset) == [2000, 2001])
        #expect(suffix.map { Array($0.text) } == [[2], [3]])
        #expect(suffix.count == 2)
    }

    @Test func manyAreKeptInBlocks() {
        var edits = TitleEdits()
        var marks: [TitleEdits.Mark] = []
        for number in 0..<60_000 {
            marks.append(edits.end)
            edits.append(Array("\(number)".utf8), at: number * 3000)
        }
        #expect(edits.map(\.offset) == (0..<60_000).map { $0 * 3000 })
        for place in [0, 1, 9000, 59_999] {
            let suffix = edits.suffix(after: marks[place])
            #expect(suffix.count == 60_000 - place)
            #expect(suffix.map(\.offset) == (place..<60_000).map { $0 * 3000 })
        }
        edits.removeAll(after: marks[20_000])
        edits.append([7], at: 60_000_000)
        #expect(edits.map(\.offset) == (0...20_000).map { $0 * 3000 })
        #expect(edits.count == 20_001)
    }

    @Test func onlyTheFirstFewAreKept() {
        var few = FirstFew<Int>()
        for number in 0..<8 { few.append(number) }
        few.append(contentsOf: few)
        #expect(few.elements == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1])
        #expect(few.total == 16)
        #expect(few.untold == 6)
    }
}
