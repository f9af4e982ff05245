import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Settings

@Suite struct ConfigurationLayersTests {
    private let folder = TemporaryFolder()

    @Test func theFirstLayerWins() throws {
        let configuration = try SamplePlugin.configuration(
            project: "sample: {file: project, jobs: 2, level: info, paths: [p]}",
            user: "sample: {file: user, jobs: 3, level: warn, pause: 9s}",
            environment: ["DEVTOOL_SAMPLE_FILE": "environment"],
            dotenv: "DEVTOOL_SAMPLE_FILE=dotenv\nDEVTOOL_SAMPLE_JOBS=4", in: folder)
        let section = configuration.section(of: SamplePlugin.self)
        #expect(section.string("file") == "environment")
        #expect(section.integer("jobs") == 4)
        #expect(section.string("level") == "info")
        #expect(section.duration("pause") == .seconds(9))
        #expect(section.string("greeting") == "hello")
        let origins = ["file", "jobs", "level", "pause", "greeting"].map { section.origin(ofKey: $0)?.description }
        #expect(
            origins == [
                "DEVTOOL_SAMPLE_FILE", ".env:2:1 DEVTOOL_SAMPLE_JOBS", "devtool.yml:1:41", "user.yml:1:51", "default",
            ])
        #expect(section.origin(ofKey: "main") == nil)
    }

    @Test func entriesAreMergedByName() throws {
        let section = try SamplePlugin.configuration(
            project: "sample: {targets: {dev: {url: project}, ci-1: {}}}",
            user: "sample: {targets: {mine: {url: user}, dev: {url: user, retries: 5}}}",
            environment: ["DEVTOOL_SAMPLE_TARGETS_CI_1_URL": "environment"], in: folder
        ).section(of: SamplePlugin.self)
        let targets = section.entries("targets")
        #expect(targets.map(\.name) == ["dev", "ci-1", "mine"])
        #expect(targets.map { $0.section.string("url") } == ["project", "environment", "user"])
        #expect(targets.map { $0.section.integer("retries") } == [5, 3, 3])
    }

    @Test(arguments: [("PATHS", "[a, 'b c']", ["a", "b c"]), ("PATHS", "a, b", ["a, b"]), ("PATHS", "[]", [])])
    func readsListsFromVariables(key: String, text: String, expected: [String]) throws {
        let section = try SamplePlugin.configuration(
            project: nil, environment: ["DEVTOOL_SAMPLE_\(key)": text], in: folder
        ).section(of: SamplePlugin.self)
        #expect(section.list("paths") == expected)
    }

    @Test func mappingsAreMergedByName() throws {
        let section = try SamplePlugin.configuration(
            project: "sample: {words: {a: 1, b: 'x y'}}", user: "sample: {words: {c: d, a: e}}", in: folder
        ).section(of: SamplePlugin.self)
        let words = section.mapping("words") ?? []
        #expect(words.map(\.name) == ["a", "b", "c"])
        #expect(words.map(\.text) == ["1", "x y", "d"])
    }

    @Test func readsMappingsFromVariables() throws {
        let section = try SamplePlugin.configuration(
            project: "sample: {words: {a: 1}}", environment: ["DEVTOOL_SAMPLE_WORDS": "{b: 'x y'}"], in: folder
        ).section(of: SamplePlugin.self)
        #expect(section.mapping("words")?.map(\.name) == ["b"])
        #expect(throws: ConfigurationError.self) {
            try SamplePlugin.configuration(project: nil, environment: ["DEVTOOL_SAMPLE_WORDS": "b=c"], in: folder)
        }
    }

    @Test func aVariableThatIsEmptyIsNotSet() throws {
        let section = try SamplePlugin.configuration(
            project: "sample: {jobs: 2}", environment: ["DEVTOOL_SAMPLE_JOBS": ""], dotenv: "DEVTOOL_SAMPLE_JOBS=",
            in: folder
        ).section(of: SamplePlugin.self)
        #expect(section.integer("jobs") == 2)
    }

    @Test(arguments: [
        ("JOBS", "many", "DEVTOOL_SAMPLE_JOBS must be an integer from 1 to 8, not 'many'"),
        ("STRICT", "yes", "DEVTOOL_SAMPLE_STRICT must be true or false, not 'yes'"),
        ("PAUSE", "5d", "DEVTOOL_SAMPLE_PAUSE must be a duration like 500ms, 10s or 1h30m, not '5d'"),
        ("LEVEL", "wran", "DEVTOOL_SAMPLE_LEVEL must be one of info, warn, not 'wran'"),
        ("MAIN", "x", "DEVTOOL_SAMPLE_MAIN is 'x', which is not one of the targets"),
        ("PATHS", "[a", "DEVTOOL_SAMPLE_PATHS must be a string or a list of strings, not '[a'"),
        ("PATHS", "[[a]]", "DEVTOOL_SAMPLE_PATHS must be a string or a list of strings, not '[[a]]'"),
        ("FIEL", "hunter2", "DEVTOOL_SAMPLE_FIEL does not match any setting"),
    ]) func aWrongVariableIsNamed(key: String, text: String, message: String) throws {
        let name = "DEVTOOL_SAMPLE_\(key)"
        let fromEnvironment = #expect(throws: ConfigurationError.self) {
            try SamplePlugin.configuration(project: nil, environment: [name: text], in: folder)
        }
        #expect(fromEnvironment?.diagnostics.map(\.message) == [message])
        let fromDotenv = #expect(throws: ConfigurationError.self) {
            try SamplePlugin.configuration(project: "", dotenv: "\n\(name)='\(text)'", in: folder)
        }
        #expect(fromDotenv?.diagnostics.map(\.message) == [message])
        #expect(fromDotenv?.diagnostics.first?.location == .init(file: ".env", line: 2, column: 1))
    }

    @Test func theFindingsOfAllLayersAreReported() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try SamplePlugin.configuration(
                project: "sample: {jobs: x}", user: "sample: {strict: x}", environment: ["DEVTOOL_SAMPLE_PAUSE": "x"],
                dotenv: "x", in: folder)
        }
        #expect(
            error?.diagnostics.map { $0.location?.description ?? "" } == [
                ".env:1:1", "devtool.yml:1:16", "user.yml:1:18", "",
            ])
    }

    @Test func aDefaultThatIsNoneIsReported() {
        let layers = ConfigurationLayers(
            variables: Variables(environment: [:], dotenv: Dotenv()), project: nil, user: nil)
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(layers, sections: ["a": [Setting("b", .boolean, default: "no", help: "")]], in: "/")
        }
        #expect(error?.diagnostics.map(\.message) == ["the default of 'a.b' must be true or false, not 'no'"])
    }

    @Test func theUsersFileFollowsXDG() {
        func place(_ environment: [String: String]) -> String? {
            ConfigurationLayers.userFile(for: "devtool", in: environment)?.string
        }
        #expect(place(["HOME": "/h"]) == "/h/.config/devtool/config.yml")
        #expect(place(["HOME": "/h", "XDG_CONFIG_HOME": "relative"]) == "/h/.config/devtool/config.yml")
        #expect(place(["HOME": "/h", "XDG_CONFIG_HOME": "/c"]) == "/c/devtool/config.yml")
        #expect(place([:]) == nil)
        #expect(place(["HOME": "relative"]) == nil)
    }
}
