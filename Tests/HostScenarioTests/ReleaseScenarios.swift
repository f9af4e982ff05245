import Foundation
import SystemPackage
import TestSupport
import Testing

/// The scripts of a release, as far as they can be tried in seconds; `Scripts/release-check` does the rest.
@Suite struct ReleaseScenarios {
    private static let top = DocumentationPage.package.path

    private func scenario() async throws -> Scenario { try await .release() }

    private func install(_ scenario: Scenario, _ arguments: String...) async throws -> Outcome {
        try await scenario.program("/bin/sh", arguments: ["install.sh"] + arguments)
    }

    /// Nothing is left behind, and nothing is in the place of the program.
    private func leftNothing(_ scenario: Scenario) {
        #expect(scenario.folder.path.appending("tmp").names == [])
        #expect(scenario.folder.path.appending("bin").names == [])
    }

    @Test func installsAndReplaces() async throws {
        let scenario = try await scenario()
        for _ in 1...2 {
            try await install(scenario, "--to", "bin").stdout(
                """
                devtool 1.2.3 is installed in [DIR]/bin
                add it to your PATH: export PATH="[DIR]/bin:$PATH"
                manual pages: devtool help --man --output ~/.local/share/man

                """
            ).stderr("").exits(0)
        }
        #expect(scenario.folder.path.appending("bin").names == ["devtool"])
        #expect(scenario.folder.path.appending("tmp").names == [])
        let program = scenario.folder.path.appending("bin/devtool").string
        try await scenario.program(program).stdout("1.2.3\n").exits(0)
        try await install(scenario, "--version=v1.2.3", "--to=bin").exits(0)
        // What is on the PATH need not be added, and what a shell would expand is not to be pasted.
        let path = "\(scenario.folder.path)/bin:\(scenario.value(of: "PATH") ?? "")"
        try await install(scenario.variable("PATH", path), "--to", "bin/").stdout(
            """
            devtool 1.2.3 is installed in [DIR]/bin
            manual pages: devtool help --man --output ~/.local/share/man

            """
        ).exits(0)
        try await install(scenario, "--to", "a$(id) b").stdout(
            """
            devtool 1.2.3 is installed in [DIR]/a$(id) b
            add it to your PATH
            manual pages: devtool help --man --output ~/.local/share/man

            """
        ).exits(0)
    }

    @Test(arguments: [
        ("/bin/bash", #"echo 'eval "$(devtool completions bash)"' >>~/.bashrc"#),
        ("/usr/bin/zsh", #"echo 'eval "$(devtool completions zsh)"' >>~/.zshrc"#),
        ("/usr/bin/fish", "devtool completions fish >~/.config/fish/completions/devtool.fish"),
    ]) func tellsHowToAddTheCompletion(shell: String, line: String) async throws {
        let outcome = try await install(try await scenario().variable("SHELL", shell), "--to", "bin").exits(0)
        #expect(outcome.outputText.contains("\nshell completion: \(line)\nmanual pages: "))
        #expect(try DocumentationPage("docs/configuration.md").text.contains(line))
    }

    @Test func aFolderInThePlaceOfTheProgramIsAnError() async throws {
        let scenario = try await scenario().file("bin/devtool/file", "mine")
        try await install(scenario, "--to", "bin").stdout("").stderr(
            """
            install.sh: [DIR]/bin/devtool is a folder
              hint: choose another folder with --to

            """
        ).exits(73).file("bin/devtool/file", "mine")
        #expect(scenario.folder.path.appending("bin/devtool").names == ["file"])
    }

    @Test func aProgramOfAnotherVersionIsRefused() async throws {
        let scenario = try await Scenario.release("1.2.4")
        try await install(scenario, "--to", "bin").stdout("").stderr(
            "install.sh: the archive's program is devtool 1.2.3, not 1.2.4\n"
        ).exits(65)
        leftNothing(scenario)
    }

    @Test func withoutAHomeAFolderMustBeNamed() async throws {
        let scenario = try await scenario().file("tools/id", "#!/bin/sh\necho 1000\n")
        try await scenario.program("/bin/chmod", "755", "tools/id").exits(0)
        let outcome = try await install(scenario.variable("HOME", nil)).stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("install.sh: HOME is not set: name a folder with --to\n"))
    }

    @Test(.enabled(if: Scenario.has("curl"), "curl is needed")) func downloadsWithCurl() async throws {
        try await downloads(with: "curl")
    }

    @Test(.enabled(if: Scenario.has("wget"), "wget is needed")) func downloadsWithWget() async throws {
        try await downloads(with: "wget")
    }

    /// Over HTTP, with a tool that stands alone.
    private func downloads(with tool: String) async throws {
        let scenario = try await scenarioWithToolsOnly()
        let files = ["SHA256SUMS", "devtool-1.2.3-linux-x86_64.tar.gz"]
        let server = try LoopbackServer(
            Dictionary(
                uniqueKeysWithValues: try files.map { name in
                    let file = scenario.folder.path.appending("releases/v1.2.3/\(name)").string
                    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
                    return ("/v1.2.3/\(name)", .body(bytes))
                }))
        try FileManager.default.createSymbolicLink(
            atPath: scenario.folder.path.appending("tools/\(tool)").string, withDestinationPath: "/usr/bin/\(tool)")
        try await install(scenario.variable("DEVTOOL_BASE_URL", server.url("")), "--to", "bin").stderr("").exits(0)
        try await install(scenario.variable("DEVTOOL_BASE_URL", server.url("/none")), "--to", "other").stdout("").exits(
            69)
    }

    /// That of busybox would take any server's word.
    @Test func aWgetThatDoesNotVerifyIsRefused() async throws {
        let scenario = try await scenarioWithToolsOnly().file(
            "tools/wget", "#!/bin/sh\necho 'BusyBox v1.35.0 multi-call binary.' >&2\nexit 1\n"
        ).variable("DEVTOOL_BASE_URL", "https://127.0.0.1:9")
        try await scenario.program("/bin/chmod", "755", "tools/wget").exits(0)
        try await install(scenario, "--to", "bin").stdout("").stderr(
            """
            install.sh: this wget does not verify servers
              hint: install curl, or give --sha256

            """
        ).exits(69)
        let zeros = String(repeating: "0", count: 64)
        try await install(scenario, "--to", "bin", "--sha256", zeros).stdout("").stderr(
            """
            BusyBox v1.35.0 multi-call binary.
            install.sh: cannot download https://127.0.0.1:9/v1.2.3/SHA256SUMS

            """
        ).exits(69)
    }

    /// A release, and on the PATH what the installer needs but for what downloads.
    private func scenarioWithToolsOnly(but missing: String = "") async throws -> Scenario {
        let scenario = try await scenario()
        let tools = scenario.folder.path.appending("tools")
        let needed = ["tar", "gzip", "sha256sum", "mktemp", "id", "rm", "sed", "mkdir", "cat"]
        for name in needed + ["chmod", "mv", "grep", "tr", "cp"] where name != missing {
            try FileManager.default.createSymbolicLink(
                atPath: tools.appending(name).string, withDestinationPath: "/usr/bin/\(name)")
        }
        return scenario.variable("PATH", tools.string)
    }

    @Test(arguments: [("0", "/usr/local/bin"), ("1000", "[DIR]/home/.local/bin")]) func theFolderDependsOnWhoRunsIt(
        user: String, folder: String
    ) async throws {
        let scenario = try await scenario().file("tools/id", "#!/bin/sh\necho \(user)\n")
            // The folder is told, and nothing is written to it.
            .file("tools/mktemp", "#!/bin/sh\n[ $1 = -d ] && exec /usr/bin/mktemp -d\necho $1 >&2\nexit 1\n").file(
                "tools/mkdir", "#!/bin/sh\nexit 0\n")
        try await scenario.program("/bin/chmod", "755", "tools/id", "tools/mktemp", "tools/mkdir").exits(0)
        try await install(scenario).stderr(
            """
            install.sh: cannot write to \(folder)
              hint: choose another folder with --to, or run as root

            """
        ).exits(73)
        leftNothing(scenario)
    }

    @Test func aWrongSumIsRefused() async throws {
        let scenario = try await scenario()
        let sums = "releases/v1.2.3/SHA256SUMS"
        let zeros = String(repeating: "0", count: 64)
        _ = try scenario.file(sums, "\(zeros)  devtool-1.2.3-linux-x86_64.tar.gz\n")
        let outcome = try await install(scenario, "--to", "bin").stdout("").exits(65)
        #expect(
            outcome.errorText.hasPrefix(
                "install.sh: wrong SHA-256 sum of devtool-1.2.3-linux-x86_64.tar.gz: expected \(zeros), got "))
        leftNothing(scenario)

        _ = try scenario.file(sums, "\(zeros)  devtool-1x2.3-linux-x86_64.tar.gz\n")
        try await install(scenario, "--to", "bin").stderr(
            "install.sh: SHA256SUMS does not list devtool-1.2.3-linux-x86_64.tar.gz\n"
        ).exits(65)
        leftNothing(scenario)
    }

    @Test func aCutDownloadIsRefused() async throws {
        let scenario = try await scenario()
        try await scenario.program("/usr/bin/truncate", "-s", "-1", "releases/v1.2.3/devtool-1.2.3-linux-x86_64.tar.gz")
            .exits(0)
        let outcome = try await install(scenario, "--to", "bin").stdout("").exits(65)
        #expect(outcome.errorText.hasSuffix("  hint: the download was cut or changed; nothing was installed\n"))
        leftNothing(scenario)
    }

    /// 'curl … | sh' runs what has arrived when the connection breaks.
    @Test func aCutInstallerDoesNothing() async throws {
        let scenario = try await scenario()
        let installer = try Data(contentsOf: URL(filePath: scenario.folder.path.appending("install.sh").string))
        let parts = Array(0..<installer.count - 1)
        for part in parts.suffix(40) + parts.prefix(2000).filter({ $0 % 97 == 0 }) {
            _ = try scenario.file("cut.sh", bytes: Array(installer.prefix(part)))
            _ = try await scenario.program("/bin/sh", "cut.sh", "--to", "bin").stdout("")
            leftNothing(scenario)
        }
    }

    /// The sums lie beside the archive: who replaces the one replaces the others.
    @Test func aSumOfTheUsersIsRequired() async throws {
        let scenario = try await scenario()
        let zeros = String(repeating: "0", count: 64)
        let outcome = try await install(scenario, "--to", "bin", "--sha256", zeros).stdout("").exits(65)
        #expect(outcome.errorText.contains(": expected \(zeros), got "))
        leftNothing(scenario)
        let sums = try #require(scenario.folder.text("releases/v1.2.3/SHA256SUMS"))
        for sum in ["\(sums.prefix(64))", "sha256:\(sums.prefix(64).uppercased())"] {
            try await install(scenario, "--to", "bin", "--sha256=\(sum)").exits(0)
        }
        #expect(scenario.folder.path.appending("bin").names == ["devtool"])
    }

    @Test func aCachedArchiveIsUsedWhileItsSumIsRight() async throws {
        let scenario = try await scenario()
        let archive = "devtool-1.2.3-linux-x86_64.tar.gz"
        try await install(scenario, "--to", "bin", "--cache", "kept").stderr("").exits(0)
        #expect(scenario.folder.path.appending("kept").names == [archive])
        let release = scenario.folder.path.appending("releases/v1.2.3/\(archive)").string
        try FileManager.default.moveItem(atPath: release, toPath: release + ".away")
        try await install(scenario, "--to", "bin", "--cache=kept").stderr("").exits(0)
        // One that is cut or changed is downloaded again, and then kept.
        _ = try scenario.file("kept/\(archive)", "something else")
        let outcome = try await install(scenario, "--to", "other", "--cache", "kept").exits(69)
        #expect(outcome.errorText.hasPrefix("install.sh: cannot read "))
        #expect(scenario.folder.path.appending("other").names == [])
        try FileManager.default.moveItem(atPath: release + ".away", toPath: release)
        try await install(scenario, "--to", "bin", "--cache", "kept").stderr("").exits(0)
        try FileManager.default.removeItem(atPath: release)
        try await install(scenario, "--to", "bin", "--cache", "kept").stderr("").exits(0)
    }

    /// Who owns the cache must not choose what is overwritten; the program is installed all the same.
    @Test func theCacheIsNotWrittenThroughLinks() async throws {
        let scenario = try await scenario().file("kept/none", "").file("victim", "mine")
        let archive = scenario.folder.path.appending("kept/devtool-1.2.3-linux-x86_64.tar.gz")
        try FileManager.default.createSymbolicLink(atPath: archive.string, withDestinationPath: "../victim")
        try await install(scenario, "--to", "bin", "--cache", "kept").stderr("").exits(0).file("victim", "mine")
        try FileManager.default.removeItem(atPath: scenario.folder.path.appending("kept").string)
        _ = try scenario.file("kept", "")
        try await install(scenario, "--to", "bin", "--cache", "kept").stdout("").exits(73)
    }

    /// What is refused is not kept.
    @Test func aWrongArchiveIsNotCached() async throws {
        let scenario = try await scenario()
        _ = try scenario.file("releases/v1.2.3/devtool-1.2.3-linux-x86_64.tar.gz", "something else")
        try await install(scenario, "--to", "bin", "--cache", "kept").exits(65)
        #expect(scenario.folder.path.appending("kept").names == [])
        leftNothing(scenario)
    }

    @Test(arguments: ["sha256sum", "tar", "gzip"]) func aMissingToolIsNamed(tool: String) async throws {
        let scenario = try await scenarioWithToolsOnly(but: tool)
        try await install(scenario, "--to", "bin").stdout("").stderr(
            "install.sh: missing \(tool)\n  hint: install \(tool), then try again\n"
        ).exits(69)
        leftNothing(scenario)
    }

    @Test func aMissingDownloaderIsNamed() async throws {
        let scenario = try await scenarioWithToolsOnly().variable("DEVTOOL_BASE_URL", "https://127.0.0.1:1")
        try await install(scenario, "--to", "bin").stdout("").stderr(
            "install.sh: missing curl and wget\n  hint: install one of them, then try again\n"
        ).exits(69)
        leftNothing(scenario)
    }

    @Test func aMissingReleaseIsAnError() async throws {
        let scenario = try await scenario()
        try await install(scenario, "--to", "bin", "--version", "9.9.9").stdout("").stderr(
            "install.sh: cannot read [DIR]/releases/v9.9.9/SHA256SUMS\n"
        ).exits(69)
        leftNothing(scenario)
    }

    @Test(arguments: ["/proc", "file/bin"]) func aFolderThatCannotBeWrittenIsAnError(folder: String) async throws {
        let scenario = try await scenario().file("file", "")
        let outcome = try await install(scenario, "--to", folder).stdout("").exits(73)
        #expect(outcome.errorText.hasPrefix("install.sh: cannot "))
        #expect(outcome.errorText.contains("  hint: choose another folder with --to"))
        leftNothing(scenario)
    }

    @Test(arguments: [("Linux", "aarch64"), ("Linux", "riscv64"), ("Darwin", "arm64")]) func anotherPlatformIsAnError(
        system: String, machine: String
    ) async throws {
        let scenario = try await scenario().file(
            "tools/uname", "#!/bin/sh\ncase $1 in -s) echo \(system) ;; *) echo \(machine) ;; esac\n")
        let outcome = try await install(scenario, "--to", "bin").stdout("").exits(69)
        #expect(outcome.errorText.contains(system == "Linux" ? "'\(machine)'" : "not on Darwin"))
        leftNothing(scenario)
    }

    /// A program that does not start must not take the place of one that does.
    @Test func aProgramThatDoesNotRunReplacesNothing() async throws {
        let scenario = try await scenario()
        try await install(scenario, "--to", "bin").exits(0)
        _ = try scenario.file("devtool-1.2.3-linux-x86_64/devtool", "#!/bin/sh\nexit 1\n")
        try await scenario.program("/bin/sh", "make").exits(0)
        let outcome = try await install(scenario, "--to", "bin").stdout("").exits(69)
        #expect(outcome.errorText.contains("hint: devtool requires glibc 2.34 or later, "))
        #expect(scenario.folder.path.appending("bin").names == ["devtool"])
        try await scenario.program(scenario.folder.path.appending("bin/devtool").string).stdout("1.2.3\n").exits(0)
    }

    @Test(arguments: [
        ["--nonsense"], ["--to"], ["--sha256"], ["--cache"], ["--version", "../x"], ["there"], ["--sha256", "abc"],
        ["--sha256", String(repeating: "g", count: 64)],
    ]) func wrongUsageIsAnError(arguments: [String]) async throws {
        let scenario = try await scenario()
        let outcome = try await scenario.program("/bin/sh", arguments: ["install.sh"] + arguments).stdout("").exits(64)
        #expect(outcome.errorText.hasSuffix("  hint: install.sh --help lists the options\n"))
    }

    @Test func helpNamesTheVersion() async throws {
        let outcome = try await install(try await scenario(), "--help").stderr("").exits(0)
        #expect(outcome.outputText.contains("(default: 1.2.3)"))
    }

    @Test(arguments: [
        ("ftp://x/", "not the URL of a site"), ("x", "not the URL of a site"),
        ("https://ada@x/", "--docs-url has a name, a query or characters that must be quoted"),
        ("https://x/?y", "--docs-url has a name, a query or characters that must be quoted"),
        ("https://x/\"y", "--docs-url has a name, a query or characters that must be quoted"),
    ]) func aSiteNeedsAnAddress(address: String, problem: String) async throws {
        try await Scenario().program("\(Self.top)/Scripts/release", "--docs-url", address).stdout("").stderr(
            "release: \(problem): '\(address)'\n"
        ).exits(1)
    }

    @Test(arguments: ["ftp://x/y", "x", "https://x/y z", "https://x/$(id)", "file://x"]) func anInstallerNeedsAnAddress(
        address: String
    ) async throws {
        let scenario = try await scenario()
        let script = """
            cd '\(Self.top)'; . Scripts/common.sh; . Scripts/release-sources/packages.sh
            sources=. version=1.2.3; make_installer "$TMPDIR" "$1"
            """
        try await scenario.program("/bin/sh", "-c", script, "make", address).exits(1)
        #expect(scenario.folder.path.appending("tmp").names == [])
    }

    /// The release writes the description of the commands with an encoder of its own, and completion
    /// reads it: it is the one of Foundation, byte by byte.
    @Test func theEncoderOfTheReleaseIsThatOfFoundation() async throws {
        let values = """
            struct Values: Encodable {
                enum Kind: Encodable { case none, list(values: [String]), pair(Int, Double) }
                var z = "a/b \\"c\\" \\\\ \\u{1} \\u{7f} \\n \\t é 🙂"
                var absent: Int?
                var kinds: [Kind] = [.none, .list(values: ["x"]), .list(values: []), .pair(1, 1.5)]
                var words = ["b": "1", "B": "2", "a/b": "3", "é": "4"]
                var empty: [String: Int] = [:]
                var nested = [[1, 2], []]
                var truth = true
            }

            """
        let scenario = try Scenario().file("ours/main.swift", values + "print(JSONEncoder.encode(Values()))\n").file(
            "theirs/main.swift",
            "import FoundationEssentials\n" + values + """
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
                print(String(decoding: try encoder.encode(Values()), as: UTF8.self))

                """
        ).file(
            "compile",
            """
            set -eu
            swiftc -swift-version 6 ours/main.swift \
                '\(Self.top)/Scripts/release-sources/Foundation.swift' -o ours/program
            swiftc -swift-version 6 theirs/main.swift -o theirs/program
            ours/program >ours/json
            theirs/program >theirs/json
            cmp ours/json theirs/json
            """)
        try await scenario.program("/bin/sh", "compile").stdout("").exits(0)
    }

    /// The files that the README installs are those that a release has, of the version that is being made.
    @Test func theReadmeNamesTheFilesOfARelease() async throws {
        let reported = try await Scenario().run("--version").exits(0).outputText
        let version = String(reported.prefix { $0 != "-" })
        let page = try DocumentationPage("docs/RELEASING.md").text
        let table = page.matches(of: #/\| `([^` ]+)` \| /#).map { String($0.1).replacing("VERSION", with: version) }
        let readme = try DocumentationPage("README.md").text
        let names = readme.matches(of: /devtool[-_][0-9][^\s`]+/).map { String($0.0) }
        #expect(names.count == 5)
        #expect(Set(names).isSubset(of: table))
        let installer = try DocumentationPage("Scripts/release-sources/install.sh.in").text
        for variable in readme.matches(of: /\$(\w+)\/v[0-9]/) { #expect(installer.contains("${\(variable.1):-")) }
    }

    /// See: the first minutes of 0.2.0, U15.
    @Test func theBillOfMaterialsLeavesOutWhatOnlyTestsUse() throws {
        let package = try DocumentationPage("Package.swift").text
        var onlyOfTests: [String] = []
        for product in package.matches(of: /name: "(\w+)", package: "([\w-]+)"/)
        where try SourceFiles.lines(matching: #"import \#(product.1)\b"#).isEmpty {
            onlyOfTests.append(String(product.2))
        }
        let script = try DocumentationPage("Scripts/release-sources/bill-of-materials").text
        #expect(onlyOfTests == ["swift-subprocess"])
        #expect(script.contains("\nTESTS_ONLY = {\"\(onlyOfTests.joined(separator: "\", \""))\"}\n"))
    }

    /// `swift build --static-swift-stdlib` builds all targets but those of tests, and there is no static Testing.
    ///
    /// See: the first minutes of 0.2.0, U18.
    @Test func onlyTargetsOfTestsImportTesting() throws {
        let package = try DocumentationPage("Package.swift").text
        #expect(try SourceFiles.lines(matching: "import Testing").isEmpty)
        let others = package.matches(of: /\.target\(\s*name: "\w+"[^)]*path: "([^"]+)"/).map { String($0.1) }
        #expect(others == ["Tests/CTestSupport"])
        #expect(try SourceFiles.lines(matching: "import", in: others).isEmpty)
    }

    /// A package that another release does not have is one of several: Debian 12 and 13, Ubuntu 22.04 and 24.04.
    ///
    /// See: the first minutes of 0.2.0, U5.
    @Test func theDebianPackageSuggestsAlternatives() throws {
        let script = try DocumentationPage("Scripts/release-sources/packages.sh").text
        let suggested = try #require(script.firstMatch(of: /\nSuggests: ([^\n]+, [^\n]+)\n/)).1
        let alternatives = suggested.components(separatedBy: ", ").map { $0.components(separatedBy: " | ") }
        for name in ["libcmark-gfm-extensions", "libcmark-gfm"] {
            #expect(alternatives.contains([13, 6, 3].map { "\(name)0.29.0.gfm.\($0)" }))
        }
        #expect(alternatives.contains(["libturbojpeg0", "libturbojpeg"]))
        // A number in the name of any other is that of all releases.
        let numbered = alternatives.filter { $0.count == 1 && $0[0].contains(/\d/) }.map { $0[0] }
        #expect(Set(numbered) == ["libpng16-16", "librsvg2-2", "libwebp7"])
    }

    /// The compiler's warnings of shells: none.
    @Test func theScriptsAreClean() async throws {
        let manager = FileManager.default
        let scripts = DocumentationPage.package.appending(path: "Scripts")
        var names: [String] = []
        for name in try manager.contentsOfDirectory(atPath: scripts.path).sorted() {
            let text = try? String(contentsOf: scripts.appending(path: name), encoding: .utf8)
            if text?.hasPrefix("#!/bin/sh\n") == true { names.append("Scripts/\(name)") }
        }
        #expect(names.contains("Scripts/release"))
        let words = (names + ["Scripts/release-sources/install.sh.in"]).joined(separator: " ")
        // 'CDPATH= cd' is meant as it is written.
        let line = "cd '\(Self.top)' && shellcheck -x -s sh -S warning -e SC1007 \(words)"
        try await Scenario().program("/bin/sh", "-c", line).stdout("").stderr("").exits(0)
    }
}
