import Testing

@testable import Cards

@Suite struct OrderedTextsTests {
    private struct Stop: Error {}

    @Test(arguments: [0, 1, 2, 7, 1000]) func areInTheOrderOfTheJobs(_ count: Int) throws {
        var texts: [String] = []
        try OrderedTexts.write((0..<count).makeIterator()) { job, text in
            // Some take longer.
            for _ in 0..<(job * 7919 % 13 * 100) { text.append(0) }
            text.removeAll()
            text += "\(job)".utf8
        } to: {
            texts.append(String(decoding: $0, as: UTF8.self))
        }
        #expect(texts == (0..<count).map { "\($0)" })
    }

    @Test(arguments: [0, 1, 500]) func endWhereTheyCannotBeTaken(_ last: Int) throws {
        var taken = 0
        #expect(throws: Stop.self) {
            try OrderedTexts.write((0..<1000).makeIterator()) { job, text in
                text += "\(job)".utf8
            } to: { _ in
                if taken == last { throw Stop() }
                taken += 1
            }
        }
        #expect(taken == last)
    }
}
