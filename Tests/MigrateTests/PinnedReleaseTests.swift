import SystemPackage
import TestSupport
import Testing

@testable import Migrate

@Suite struct PinnedReleaseTests {
    @Test func hasAChecksum() { #expect(PinnedRelease.checksum != nil) }

    /// What is said to be in it is; `Scripts/setup` installs it.
    @Test(arguments: JDBCDriver.known.keys.sorted()) func hasTheDrivers(engine: String) throws {
        let driver = try #require(JDBCDriver.known[engine])
        let real = try RealLiquibase()
        let lib = real.launch.liquibase.home.appending("lib")
        let jar = driver.named(among: lib.names.map { lib.appending($0) })
        #expect((jar != nil) == (driver.pinned != nil))
        #expect(jar == nil || jar.flatMap(driver.age) != nil)
        if let jar { #expect(driver.isIn([jar])) }
    }
}
