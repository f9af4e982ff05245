import JSON
import SystemPackage
import TestSupport
import Testing

@testable import Settings
@testable import DevtoolKit

@Suite struct ExternalPluginTests {
    @Test(arguments: ["a", "0", "hello", "hello-world", "a-", "2fa"]) func namesCommands(word: String) {
        #expect(ExternalPlugin.isName(word))
        #expect(ExternalPlugin(path: FilePath("/bin/devtool-\(word)"))?.name == word)
    }

    @Test(arguments: ["", "-a", "A", "a.py", "a_b", "a b", "\u{E4}", "../a", "a/b"]) func namesNoCommand(word: String) {
        #expect(!ExternalPlugin.isName(word))
    }

    @Test(arguments: ["/bin/devtool", "/bin/devtool-A", "/bin/hello", "/"]) func pathsOfNoPlugin(path: String) {
        #expect(ExternalPlugin(path: FilePath(path)) == nil)
    }

    @Test(arguments: [0, 1, 262_140, 262_144, 300_000]) func findsATextInAFile(offset: Int) throws {
        let folder = TemporaryFolder()
        let path = folder.path.appending("file")
        let filler = [UInt8](repeating: UInt8(ascii: "-"), count: offset)
        try folder.write(bytes: filler + Array("--devtool-describe\0x".utf8), to: "file")
        #expect(path.contains("--devtool-describe"))
        try folder.write(bytes: filler + Array("--devtool-describ".utf8), to: "file")
        #expect(!path.contains("--devtool-describe"))
        #expect(!folder.path.appending("none").contains("-"))
    }

    @Test func aDescriptionCountsAsLongAsTheFileIsTheSame() throws {
        let folder = TemporaryFolder()
        let cache = DescriptionCache(folder: folder.path.appending("cache"))
        let plugin = ExternalPlugin(name: "a", in: folder.path)
        let other = ExternalPlugin(name: "a", in: folder.path.appending("other"))
        try folder.write("one", to: "devtool-a")
        try folder.write("two", to: "other/devtool-a")
        #expect(cache.description(of: plugin) == nil)
        #expect(cache.all().isEmpty)

        cache.keep(try PluginDescription(["version": "1"]), of: plugin)
        #expect(cache.description(of: plugin)?.version == "1")
        #expect(cache.description(of: other) == nil)
        #expect(cache.all().map(\.plugin) == [plugin])

        try folder.write("more", to: "devtool-a")
        #expect(cache.description(of: plugin) == nil)
        #expect(cache.all().isEmpty)
    }

    @Test(arguments: ["", "{", "[]", #"{"path": 1}"#, #"{"path": "/bin/devtool-a"}"#]) func aDamagedCacheIsNone(
        text: String
    ) throws {
        let folder = TemporaryFolder()
        let cache = DescriptionCache(folder: folder.path)
        let plugin = ExternalPlugin(name: "a", in: folder.path)
        try folder.write("", to: "devtool-a")
        cache.keep(try PluginDescription([:]), of: plugin)
        let file = try #require(folder.names.first { $0.hasSuffix(".json") })
        try folder.write(text, to: file)
        #expect(cache.description(of: plugin) == nil)
        #expect(cache.all().isEmpty)
    }

    @Test func readsADescription() throws {
        let text = """
            {"version": "1", "summary": "s", "usage": "u", "later": [],
             "configuration": {"b": {"type": "string", "help": "h"}, "a": {"type": "secret"},
                               "c": {"type": "list", "later": 1}, "d": {"type": "boolean"},
                               "e": {"type": "integer", "minimum": 1, "default": "2"},
                               "f": {"type": "duration"},
                               "g": {"type": "choice", "values": ["x", "y"]}}}
            """
        let description = try PluginDescription(JSONValue(parsing: Array(text.utf8)))
        #expect(description.version == "1")
        #expect(description.summary == "s")
        #expect(description.usage == "u")
        #expect(description.settings.map(\.key) == ["b", "a", "c", "d", "e", "f", "g"])
        #expect(description.settings.map(\.help) == ["h", "", "", "", "", "", ""])
        #expect(description.settings.map(\.defaultText) == [nil, nil, nil, nil, "2", nil, nil])
    }

    @Test(arguments: [
        ("[]", "it is not an object"), (#"{"version": 1}"#, "'version' is not a string"),
        (#"{"summary": null}"#, "'summary' is not a string"), (#"{"usage": []}"#, "'usage' is not a string"),
        (#"{"configuration": []}"#, "'configuration' is not an object"),
        (#"{"configuration": {"a": {}}}"#, "the configuration key 'a' has no type"),
        (#"{"configuration": {"a": 1}}"#, "the configuration key 'a' has no type"),
        (#"{"configuration": {"a": {"type": "x"}}}"#, "the configuration key 'a' has the unknown type 'x'"),
        (
            #"{"configuration": {"a": {"type": "boolean", "default": "x"}}}"#,
            "the configuration key 'a' has the invalid default 'x'"
        ), (#"{"configuration": {"a": {"type": "choice"}}}"#, "the configuration key 'a' has no values"),
        (
            #"{"configuration": {"a": {"type": "integer", "minimum": 2, "maximum": 1}}}"#,
            "the configuration key 'a' has a minimum above its maximum"
        ),
    ]) func refusesAWrongDescription(text: String, reason: String) throws {
        let json = try JSONValue(parsing: Array(text.utf8))
        #expect(throws: PluginDescriptionError.malformed(reason)) { try PluginDescription(json) }
    }
}
