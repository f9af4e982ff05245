import Testing

@testable import Fetching

@Suite struct RecentValuesTests {
    @Test func remembersWhatWasUsedLast() {
        var recent = RecentValues<Int, Int>(limit: 100)
        for key in 0..<10_000 {
            recent[key] = -key
            #expect(recent[0] == 0)
        }
        #expect((9_900..<10_000).allSatisfy { recent[$0] == -$0 })
        #expect((1..<10_000).count { recent[$0] != nil } <= 200)
    }

    @Test func forgetsOnRequest() {
        var recent = RecentValues<String, Int>(limit: 2)
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { recent[key] = value }
        recent["a"] = nil
        recent["c"] = 4
        #expect(recent["a"] == nil)
        #expect(recent["b"] == 2)
        #expect(recent["c"] == 4)
    }
}
