import Testing

@testable import Cards

/// The rate at which Trello is asked.
@Suite struct WebRequestPacerTests {
    @Test func noMoreThanAHundredInTenSeconds() {
        let pacer = RequestPacer()
        let start = ContinuousClock.now
        for index in 0..<100 { #expect(pacer.pause(at: start + .milliseconds(10 * index)) == nil) }
        #expect(pacer.pause(at: start + .seconds(1)) == .seconds(9))
        #expect(pacer.pause(at: start + .milliseconds(9999)) == .milliseconds(1))
        // Each makes room when its ten seconds are over.
        #expect(pacer.pause(at: start + .seconds(10)) == nil)
        #expect(pacer.pause(at: start + .seconds(10)) == .milliseconds(10))
        #expect(pacer.pause(at: start + .milliseconds(10_010)) == nil)
    }
}
