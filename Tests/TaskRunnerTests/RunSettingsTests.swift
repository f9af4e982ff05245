import DevtoolKit
import Testing

@testable import TaskRunner

/// What the section `run` may hold.
struct RunSettingsTests {
    @Test func keysAreUnique() {
        let keys = RunSettings.all.map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(keys.contains("jobs"))
    }
}
