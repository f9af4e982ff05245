import DevtoolKit
import Testing

@testable import TaskRunner

/// What the section `run` may hold.
struct RunSettingTests {
    @Test func keysAreUnique() {
        let keys = RunSetting.all.map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(keys.contains("jobs"))
    }
}
