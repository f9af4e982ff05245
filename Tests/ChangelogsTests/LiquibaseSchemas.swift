import Changelogs
import Foundation
import SystemPackage

/// The schemas of the Liquibase that is installed on the machine; nil where there is none.
enum LiquibaseSchemas {
    /// The folder that they were unpacked into, once for all tests.
    static let folder: FilePath? = {
        let environment = ProcessInfo.processInfo.environment
        let home =
            environment["LIQUIBASE_HOME"]
            ?? environment["HOME"].map { "\($0)/.cache/devtool/liquibase/current" }
        guard let home, FileManager.default.fileExists(atPath: "\(home)/liquibase.jar") else {
            return nil
        }
        let folder = NSTemporaryDirectory() + "changelog-schemas-\(getpid())"
        let unzip = Process()
        unzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        unzip.arguments = [
            "unzip", "-qqjo", "\(home)/liquibase.jar", "www.liquibase.org/xml/ns/*", "-d", folder,
        ]
        guard (try? unzip.run()) != nil else { return nil }
        unzip.waitUntilExit()
        return unzip.terminationStatus == 0 ? FilePath(folder) : nil
    }()
}
