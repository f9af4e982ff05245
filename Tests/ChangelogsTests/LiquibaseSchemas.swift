import Changelogs
import Files
import Foundation
import SystemPackage
import TestSupport

/// The schemas of the Liquibase that is installed on the machine, and what else it knows; nil where there
/// is none.
enum LiquibaseSchemas {
    /// The folder that they were unpacked into, once for all tests.
    static let folder: FilePath? = unpacked?.path
    /// What its jar declares.
    static let release = archive.map { LiquibaseRelease(version: "4.6.2", jars: [$0]) }

    private static let archive: ZipArchive? = {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["LIQUIBASE_HOME"] ?? environment["HOME"].map { "\($0)/.cache/devtool/liquibase/current" }
        return home.flatMap { try? ZipArchive(FilePath("\($0)/liquibase.jar")) }
    }()

    private static let unpacked: TemporaryFolder? = {
        guard let archive else { return nil }
        let folder = TemporaryFolder()
        for name in archive.entries.compactMap(\.name)
        where name.hasPrefix("www.liquibase.org/xml/ns/") && name.hasSuffix(".xsd") {
            guard let bytes = try? archive.contents(of: name, limit: 1 << 23),
                let last = name.split(separator: "/").last
            else { return nil }
            try? folder.write(bytes: bytes, to: String(last))
        }
        return folder
    }()
}
