import Foundation
import Files
import Reporting
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// `devtool run`: tasks with `cache`, whose outputs are stored and restored.
@Suite(.takingTurns) struct RunCacheScenarios {
    static let config = """
        tasks:
          gen:
            run: "mkdir -p out; cat src/* >out/all; chmod 750 out/all; ln -sf all out/link; echo built"
            sources: src
            outputs: out
            cache: true
          use: {needs: gen, run: cat out/all}
        """

    /// A project whose task has run once.
    private func built(_ config: String = Self.config) async throws -> Scenario {
        let scenario = try Scenario().config(config).file("src/a", "1\n")
        try await scenario.run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        return scenario
    }

    @Test func whatIsGoneIsRestored() async throws {
        let scenario = try await built()
        try await scenario.shell("rm -r out").exits(0)
        try await scenario.run("run", "--why", "gen").stdout("").stderr(
            "gen is restored: the output 'out' is missing\ngen: restored\n"
        ).exits(0)
        try await scenario.shell("stat -c '%a %F' out/all; readlink out/link; cat out/link").stdout(
            "750 regular file\nall\n1\n"
        ).exits(0)
        try await scenario.run("run", "gen").stdout("").stderr("gen: up to date\n").exits(0)
    }

    /// As for one who goes to another branch and back.
    @Test func earlierSourcesHaveTheirResults() async throws {
        let scenario = try await built()
        try await scenario.file("src/a", "2\n").run("run", "-q", "gen").stdout("built\n").exits(0)
        for text in ["1\n", "2\n", "1\n"] {
            try await scenario.file("src/a", text).run("run", "use").stdout(text).says(
                """
                use: cat out/all
                TASK  RESULT    TIME
                gen   restored  TIME
                use   ok        TIME
                1 ok, 1 restored in TIME

                """
            ).exits(0)
        }
    }

    /// As for a new clone, for one in another folder, or for a job of CI that unpacks what another has stored: the
    /// times of the stored files are others then.
    @Test func anotherProjectWithTheSameSources() async throws {
        let scenario = try await built()
        try await scenario.shell(
            """
            mkdir other && cp -r devtool.yml src other && cp -r .cache moved && rm -r .cache && cp -r moved .cache
            cd other && "$devtool" run gen && cat out/all
            """
        ).stdout("1\n").stderr("gen: restored\n").exits(0)
    }

    @Test(arguments: [
        // Another command, option, variable, folder, pattern, need.
        #"s/>out/> out/"#, "s/cache: true/cache: true\\n    env: {MODE: x}/", "s/outputs: out/outputs: out\\/*/",
        "s/sources: src/sources: src\\/*/",
        "s/  gen:/  made: {run: 'echo >src\\/b', outputs: src\\/b}\\n  gen:\\n    needs: made/",
    ]) func whatIsDifferentIsNotRestored(change: String) async throws {
        let scenario = try await built()
        try await scenario.shell("rm -r out").exits(0)
        try await scenario.program("/bin/sed", "-i", change, "devtool.yml").exits(0)
        try await scenario.run("run", "-q", "gen").exits(0).stdout("built\n")
    }

    @Test func forceRunStoresAnew() async throws {
        let scenario = try Scenario().file("in", "").file("outer", "1").config(
            "tasks: {gen: {run: cp outer out, sources: in, outputs: out, cache: true}}")
        try await scenario.run("run", "-q", "gen").exits(0)
        try await scenario.file("outer", "2").run("run", "-q", "--force-run", "gen").exits(0)
        try await scenario.file("out", "").run("run", "gen").stderr("gen: restored\n").exits(0).file("out", "2")
    }

    /// The outputs may be made of what a source was only for a moment.
    @Test func sourcesThatChangeMeanwhile() async throws {
        let scenario = try Scenario().file("in", "1").config(
            "tasks: {gen: {run: 'echo 2 >in; cp in out', sources: in, outputs: out, cache: true}}")
        try await scenario.run("run", "-q", "gen").exits(0)
        try await scenario.run("run", "--clean-cache").stderr("removed 0 results, 0 bytes\n").exits(0)
    }

    @Test func withoutAnySourceNothingIsRestored() async throws {
        let scenario = try Scenario().config(
            "tasks: {gen: {run: 'echo run; echo >out', sources: nix*, outputs: out, cache: true}}")
        for _ in 1...2 { try await scenario.run("run", "-q", "gen").stdout("run\n").exits(0) }
    }

    /// What they have made is unknown.
    @Test func withoutItsNeedsNothingIsRestored() async throws {
        let scenario = try Scenario().file("in", "").config(
            """
            tasks:
              gen: {needs: a, run: cat a >out, sources: in, outputs: out, cache: true}
              a: {run: "echo a >a", outputs: a}
            """)
        try await scenario.run("run", "-q", "gen").exits(0)
        try await scenario.file("a", "b").file("out", "").run("run", "-q", "--no-needs", "gen").exits(0).file(
            "out", "b")
    }

    @Test func aTaskThatFailsIsNotStored() async throws {
        let scenario = try Scenario().file("in", "").config(
            "tasks: {gen: {run: 'echo half >out; [ -e ok ]', sources: in, outputs: out, cache: true}}")
        try await scenario.run("run", "-q", "gen").exits(1)
        try await scenario.run("run", "--clean-cache").stderr("removed 0 results, 0 bytes\n").exits(0)
        try await scenario.file("ok", "").run("run", "-q", "gen").exits(0)
        try await scenario.run("run", "--clean-cache").stderr("removed 1 result, 5 bytes\n").exits(0)
        try await scenario.file("out", "x").run("run", "gen").stderr("gen: echo half >out; [ -e ok ]\n").exits(0)
    }

    @Test func aStatusThatFailsIsBelieved() async throws {
        let scenario = try Scenario().file("in", "").config(
            "tasks: {gen: {run: touch out ok, status: test -e ok, sources: in, outputs: out, cache: true}}")
        try await scenario.run("run", "-q", "gen").exits(0)
        try await scenario.shell("rm ok").exits(0)
        try await scenario.run("run", "gen").stderr("gen: touch out ok\n").exits(0)
    }

    @Test(arguments: [
        // Cut off, changed, gone, and one that would be written elsewhere.
        "printf x >$1/0", "printf '2\\n' >$1/0; touch -d 2020-01-01 $1/0", "rm $1/0", "rm $1/manifest",
        "head -c 50 $1/manifest >m; mv m $1/manifest", "sed -i s,out/all,src/all, $1/manifest",
        "sed -i s,out/all,../tall, $1/manifest",
    ]) func whatIsDamagedIsNotRestored(damage: String) async throws {
        let scenario = try await built()
        try await scenario.shell("rm -r out; set -- x .cache/devtool/results/??*[0-9a-f]; shift\n\(damage)").exits(0)
        try await scenario.run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        // And it is stored as a whole one again.
        try await scenario.shell("rm -r out").exits(0)
        try await scenario.run("run", "gen").stdout("").stderr("gen: restored\n").exits(0)
        #expect(scenario.folder.names == [".cache", "devtool.yml", "out", "src"])
    }

    /// What somebody who can write to the cache would like to have restored; none of it is as devtool stores it.
    @Test(arguments: [
        [Forged("out/l", .link("../outside")), Forged("out/l/victim")],
        [Forged("out/l", .link("sub")), Forged("out/l/victim")], [Forged("out/a"), Forged("out/a/b")],
        [Forged("out/l/victim"), Forged("out/l", .link("../outside"))], [Forged("out/l", .link("../outside"))],
        [Forged("out/l", .link("../src/a"))], [Forged("out/l", .link("/etc/passwd"))], [Forged("out/l", .link(".."))],
        [Forged("out/l", .link("sub/../../src/a"))], [Forged("out/l", .link("./../src/a"))], [Forged("out/../src/a")],
        [Forged("out//a")], [Forged("out/./a")], [Forged("/out/a")], [Forged("out/a", .file(mode: 0o6755))],
        [Forged("out/a", .file(mode: 0o1777))],
    ]) func whatIsForgedIsNotRestored(entries: [Forged]) async throws {
        let scenario = try await built()
        try await scenario.shell("mkdir outside; echo precious >outside/victim; rm -r out").exits(0)
        try Forged.write(entries, to: scenario)
        try await scenario.run("run", "-q", "gen").stdout("built\n").stderr("").exits(0)
        #expect(scenario.folder.text("outside/victim") == "precious\n")
    }

    /// As a control for those above.
    @Test func whatIsForgedAsDevtoolStoresItIsRestored() async throws {
        let scenario = try await built()
        try await scenario.shell("rm -r out").exits(0)
        try Forged.write(
            [Forged("out/a", .file(mode: 0o640)), Forged("out/sub/l", .link("./../a")), Forged("out/sub/sub/b")],
            to: scenario)
        try await scenario.run("run", "gen").stdout("").stderr("gen: restored\n").exits(0)
        try await scenario.shell("stat -c %a out/a; cat out/sub/l out/sub/sub/b").stdout("640\nforged\nforged\n").exits(
            0)
    }

    /// A folder that `outputs` names may be a link of the project's; one below it is not what was stored.
    @Test func linksToFoldersThatAreThere() async throws {
        let scenario = try await built()
        try await scenario.shell("mv out elsewhere; ln -s elsewhere out; rm elsewhere/*").exits(0)
        try await scenario.run("run", "gen").stderr("gen: restored\n").exits(0)
        try await scenario.shell("cat elsewhere/all").stdout("1\n").exits(0)

        let deep = try await built(
            Self.config.replacing("out/", with: "out/sub/").replacing("-p out", with: "-p out/sub"))
        try await deep.shell("mv out/sub elsewhere; ln -s ../elsewhere out/sub; rm elsewhere/*").exits(0)
        try await deep.run("run", "-q", "gen").stdout("built\n").stderr(
            "devtool: warning: gen: not restored: cannot create '[DIR]/out/sub/all': Not a directory\n"
        ).exits(0)
    }

    /// They were missing afterwards, without a word.
    @Test func linksToNothingAndToFoldersAreRestored() async throws {
        let scenario = try await built(
            Self.config.replacing("ln -sf all out/link", with: "ln -s v1 out/new; ln -s none out/gone; mkdir out/v1")
                .replacing("chmod", with: "cp src/a out/b; chmod"))
        try await scenario.shell("rm out/gone").exits(0)
        try await scenario.run("run", "--why", "gen").stderr(
            "gen is restored: the output 'out/gone' is missing\ngen: restored\n"
        ).exits(0)
        try await scenario.shell("rm -r out").exits(0)
        try await scenario.run("run", "gen").stdout("").stderr("gen: restored\n").exits(0)
        try await scenario.shell("readlink out/new out/gone").stdout("v1\nnone\n").exits(0)
        try await scenario.run("run", "gen").stdout("").stderr("gen: up to date\n").exits(0)
        try await scenario.shell("ln -sfn other out/gone").exits(0)
        try await scenario.run("run", "--why", "gen").stderr(
            "gen is restored: the output 'out/gone' changed\ngen: restored\n"
        ).exits(0)
    }

    /// It would lead elsewhere where it is restored.
    @Test(arguments: ["../src/a", "$PWD/out/all", "x/../all", "../none", "$PWD/none"])
    func aLinkThatLeadsOutOfTheOutputs(target: String) async throws {
        let command = "mkdir -p out/x; cp src/a out/all; ln -s \(target) out/link; echo built"
        let scenario = try Scenario().config(
            "tasks: {gen: {run: '\(command)', sources: src, outputs: out, cache: true}}\n"
        ).file("src/a", "1\n")
        let shown = target.replacing("$PWD", with: "[DIR]")
        for _ in 1...2 {
            try await scenario.run("run", "gen").stdout("built\n").stderr(
                "gen: \(command)\ndevtool: note: gen: not stored: the link 'out/link' points outside the outputs, to '\(shown)'\n"
            ).exits(0)
            try await scenario.shell("rm -r out").exits(0)
        }
    }

    @Test func aCacheThatCannotBeWrittenIsAWarning() async throws {
        let scenario = try Scenario().config(Self.config).file("src/a", "1\n").file(".cache/devtool/results", "")
        try await scenario.run("run", "-q", "gen").stdout("built\n").stderr(
            "devtool: warning: gen: not stored: cannot create '[DIR]/.cache/devtool/results/lock': Not a directory\n"
        ).exits(0)
    }

    @Test func theCacheKeepsToItsSizeAndAge() async throws {
        let scenario = try await built(Self.config + "\nrun: {cache-size: 0}\n")
        try await scenario.run("run", "--clean-cache").stderr("removed 0 results, 0 bytes\n").exits(0)
        let old = try await built(Self.config + "\nrun: {cache-age: 1h}\n")
        try await old.shell("touch -d 2020-01-01 .cache/devtool/results/*/manifest").exits(0)
        try await old.file("src/a", "2\n").run("run", "-q", "gen").exits(0)
        try await old.run("run", "--clean-cache").stderr("removed 1 result, 2 bytes\n").exits(0)
    }

    /// Of those that are too many the one goes that was not used for longest.
    @Test func whatIsUsedStays() async throws {
        let scenario = try Scenario().config(
            """
            tasks: {gen: {run: head -c 400000 /dev/zero >out; cat in >>out, sources: in, outputs: out, cache: true}}
            run: {cache-size: 1}
            """)
        for text in ["1", "2"] { try await scenario.file("in", text).run("run", "-q", "gen").exits(0) }
        try await scenario.shell("touch -d 2020-01-01 .cache/devtool/results/*/manifest").exits(0)
        try await scenario.file("in", "1").run("run", "gen").stderr("gen: restored\n").exits(0)
        try await scenario.file("in", "3").run("run", "-q", "gen").exits(0)
        try await scenario.file("in", "1").run("run", "gen").stderr("gen: restored\n").exits(0)
        try await scenario.run("run", "--clean-cache").stderr("removed 2 results, 800002 bytes\n").exits(0)
    }

    @Test func cleanCacheTakesNoTasks() async throws {
        try await Scenario().run("run", "--clean-cache", "gen").stdout("").stderr(
            """
            devtool: '--clean-cache' removes the results of all tasks: omit the task names
              hint: run 'devtool run --help' for usage

            """
        ).exits(64)
    }

    @Test func aCacheWithoutOutputs() async throws {
        let scenario = try Scenario().config("tasks: {gen: {run: echo a, cache: true}}\n")
        for arguments in [["run", "gen"], ["config", "check"]] {
            try await scenario.run(arguments).stdout("").stderr(
                """
                devtool.yml:1:9: the task 'gen' has 'cache' but no 'outputs' to store
                tasks: {gen: {run: echo a, cache: true}}
                        ^

                """
            ).exits(78)
        }
    }

    @Test func whatIsRestoredCountsAsDone() async throws {
        let scenario = try Scenario().file("src/a", "").config(
            Self.config.replacing("    cache: true", with: "    cache: true\n    after: told") + "\n  told: echo told\n"
        )
        try await scenario.run("run", "-q", "gen").stdout("built\ntold\n").exits(0)
        try await scenario.shell("rm -r out").exits(0)
        try await scenario.run("run", "-q", "gen").stdout("told\n").exits(0)
        try await scenario.run("run", "-q", "gen").stdout("").exits(0)
    }

    /// Runs of several projects that share a cache, with one that empties it again and again.
    @Test func severalRunsAtOnce() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              gen:
                run: |
                  mkdir -p out
                  for i in 1 2 3 4 5 6 7 8; do cat src/a >out/$i; done
                sources: src
                outputs: out
                cache: true
            """
        ).file("src/a", String(repeating: "text\n", count: 2000))
        try await scenario.shell(
            """
            for p in 1 2 3; do mkdir $p; cp -r devtool.yml src $p; done
            for p in 1 2 3; do
                (
                    cd $p
                    for i in 1 2 3 4 5 6; do
                        rm -rf out
                        "$devtool" run -q gen || echo failed
                        for f in 1 2 3 4 5 6 7 8; do cmp src/a out/$f || echo differs; done
                    done
                ) &
            done
            for i in 1 2 3 4 5; do "$devtool" run -q --clean-cache || echo failed; done
            wait
            ls -A .cache/devtool/results | grep '~'
            """
        ).stdout("").stderr("").exits(1)
    }

    /// Whenever a run is killed, the next one has the right outputs, and what is stored is whole.
    @Test func killedAtRandom() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              gen:
                run: |
                  mkdir -p out
                  for i in 1 2 3 4 5 6 7 8; do cat in >out/$i; done
                sources: in
                outputs: out
                cache: true
            """)
        var random = SplitMix64(seed: 1_119)
        var (length, kills) = (0.1, 0)
        for round in 0..<24 {
            let text = String(repeating: "\(round % 3)\n", count: 20_000)
            let moment = Double.random(in: 0...length, using: &random)
            let outcome = try await scenario.file("in", text).shell(
                """
                [ $((\(round) % 2)) = 0 ] || rm -rf out
                "$devtool" run -q gen & sleep \(moment); kill -KILL $! && echo killed; wait
                "$devtool" run -q gen || echo failed
                for i in 1 2 3 4 5 6 7 8; do cmp in out/$i || echo differs; done
                """
            ).exits(0)
            #expect(["", "killed\n"].contains(outcome.outputText), "round \(round)")
            let wasKilled = !outcome.outputText.isEmpty
            (length, kills) = wasKilled ? (length * 1.05, kills + 1) : (length * 0.7, kills)
        }
        #expect(kills > 6, "the moments are within the run")
        try await scenario.run("run", "-q", "--clean-cache").exits(0)
        try await scenario.shell("ls -A .cache/devtool/results").stdout("lock\n").exits(0)
    }
}

/// An entry of a stored result that devtool has not written.
struct Forged: Sendable, CustomTestStringConvertible {
    let path: String
    let kind: ResultManifest.Kind

    init(_ path: String, _ kind: ResultManifest.Kind = .file(mode: 0o644)) { (self.path, self.kind) = (path, kind) }

    var testDescription: String { "\(path) \(kind)" }

    /// Puts entries in the place of those of the only result that is stored, and returns its key.
    @discardableResult static func write(_ entries: [Forged], to scenario: Scenario) throws -> String {
        let results = scenario.folder.path.appending(".cache/devtool/results")
        let key = try #require(results.entryNames().first { $0.count == 64 })
        let folder = results.appending(key)
        var (paths, ends, marks): ([UInt8], [UInt32], [FileMark]) = ([], [], [])
        for (index, entry) in entries.enumerated() {
            let file = folder.appending("\(index)")
            try Data("forged\n".utf8).write(to: URL(filePath: file.string))
            paths += entry.path.utf8
            ends.append(UInt32(paths.count))
            marks.append(try #require(FileMark(of: file)))
        }
        let checksums = try entries.indices.map { index in try SHA256.ofFile(folder.appending("\(index)")) }
        let outputs = try #require(SourceList(paths: paths, ends: ends, marks: marks, checksums: checksums))
        let manifest = ResultManifest(outputs: outputs, kinds: entries.map(\.kind))
        try Data(manifest.bytes).write(to: URL(filePath: folder.appending(ResultCache.manifestName).string))
        return key
    }
}

extension ResultManifest.Kind { fileprivate static func link(_ target: String) -> Self { .link(Array(target.utf8)) } }
