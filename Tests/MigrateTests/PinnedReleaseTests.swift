import Testing

@testable import Migrate

@Suite struct PinnedReleaseTests {
    @Test func hasAChecksum() {
        #expect(PinnedRelease.checksum != nil)
    }
}
