import Testing

@testable import Cards

/// The packed list of what is to be put in.
@Suite struct InsertionsTests {
    @Test func keepsPlacesAndTexts() {
        let places = [0, 0, 1, 127, 128, 300, 16_384, 5_000_000_000]
        var insertions = Insertions()
        for (index, place) in places.enumerated() {
            insertions.append(Array(repeating: UInt8(index), count: index * 50), at: place)
        }
        #expect(insertions.count == places.count)
        #expect(insertions.map(\.offset) == places)
        for (index, insertion) in insertions.enumerated() {
            #expect(Array(insertion.text) == Array(repeating: UInt8(index), count: index * 50))
        }
    }

    @Test func isCutBackToAMark() {
        var insertions = Insertions()
        let empty = insertions.end
        insertions.append([1], at: 10)
        let mark = insertions.end
        insertions.append([2], at: 20)
        insertions.removeAll(after: mark)
        insertions.append([3], at: 15)
        #expect(insertions.map(\.offset) == [10, 15])
        #expect(insertions.count == 2)
        insertions.removeAll(after: empty)
        #expect(insertions.map(\.offset) == [])
        #expect(insertions.count == 0)
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
