import URLs
import JSON
import TestSupport
import Testing

@testable import Favicon

@Suite struct WebManifestTests {
    @Test func iconsHaveAllThatIsSaidOfThem() throws {
        let icons = try icons(
            #"""
            {"name": "App", "icons": [
                {"src": "icon.png", "sizes": "192x192 512X512 x any", "type": "image/png"},
                {"src": "/mask.svg", "sizes": "any", "purpose": "Maskable\tany maskable other"}
            ], "screenshots": [{"src": "shot.png"}], "shortcuts": [{"icons": [{"src": "s.png"}]}]}
            """#)
        var first = IconLink(source: .manifest, target: try target("https://ex.test/a/icon.png"))
        first.sizesText = "192x192 512X512 x any"
        first.sizes = [.pixels(width: 192, height: 192), .pixels(width: 512, height: 512), .any]
        first.type = "image/png"
        first.purposes = [.any]
        var second = IconLink(source: .manifest, target: try target("https://ex.test/mask.svg"))
        second.sizesText = "any"
        second.sizes = [.any]
        second.purposes = [.maskable, .any]
        #expect(icons == [first, second])
    }

    @Test(arguments: [
        // References.
        (#"[{"src": "a"}, {"src": "//b.test/c"}, {"src": "../../d"}]"#, "a/a b.test/c d"),
        (#"[{"src": ""}, {"src": "  "}, {"src": "manifest.json"}]"#, ""),
        (#"[{"src": "javascript:a"}, {"src": "file:///a"}, {"src": "http://["}]"#, ""),
        (#"[{"src": "data:image/png,a"}, {"src": "data:,"}]"#, "data:image/png,a"),
        (#"[{"src": " a b\n"}, {"src": "ä"}]"#, "a/a%20b a/%C3%A4"),
        // Types: what is none of the standard's is as good as missing.
        (#"[{"src": 1}, {"src": null}, {"src": ["a"]}, {"src": {"src": "a"}}, {}]"#, ""),
        (#"["a", 1, null, [], [{"src": "a"}], {"src": "b"}]"#, "a/b"), (#"{"src": "a"}"#, ""), (#""a""#, ""), ("1", ""),
        ("null", ""), ("[]", ""), (#"[{"SRC": "a"}, {"src ": "a"}]"#, ""),
        (#"[{"src": "a", "sizes": 1, "type": [], "purpose": {}}]"#, "a/a"),
        // Of members of the same name the last counts.
        (#"[{"src": "a", "src": "b"}]"#, "a/b"), (#"[{"src": "a", "src": 1}]"#, ""),
        (#"[{"src": "a", "src": []}]"#, ""), (#"[{"src": "a", "\u0073rc": "b"}]"#, "a/b"),
        (#"[{"src": "a"}], "icons": [{"src": "b"}]"#, "a/b"), (#"[{"src": "a"}], "icons": null"#, ""),
        (#"[{"src": "a"}], "icons": {}"#, ""), (#"[{"src": "a"}], "icons": "b""#, ""),
        (#"[{"src": "a"}], "icons": 1"#, ""), (#"[{"src": "a"}], "other": [{"src": "b"}]"#, "a/a"),
        // Purposes: those that are not known make an icon for nothing.
        (#"[{"src": "a", "purpose": "badge"}, {"src": "b", "purpose": " "}]"#, "a/b"),
        (#"[{"src": "a", "purpose": "monochrome"}]"#, "a/a:monochrome"),
        (#"[{"src": "a", "purpose": "MASKABLE x"}]"#, "a/a:maskable"), (#"[{"src": "a", "purpose": 7}]"#, "a/a"),
    ]) func reads(value: String, targets: String) throws {
        let icons = try icons("{\"icons\": \(value)}")
        let names = icons.map { icon in
            let purposes = icon.purposes.filter { $0 != .any }.map { ":\($0.rawValue)" }
            let url = icon.target.description.replacing("https://ex.test/", with: "").replacing("https://", with: "")
            return url + purposes.joined()
        }
        #expect(names.joined(separator: " ") == targets)
    }

    @Test(arguments: [
        "[]", "null", "1", "\"icons\"", "{}", #"[{"icons": [{"src": "a"}]}]"#, #"{"a": {"icons": [{"src": "a"}]}}"#,
        #"{"Icons": [{"src": "a"}]}"#,
    ]) func aManifestMayHaveNoIcons(text: String) throws { #expect(try icons(text) == []) }

    @Test func aByteOrderMarkAndBadBytesAreLetThrough() throws {
        let text = Array("\u{FEFF}{\"icons\": [{\"src\": \"a\u{1}b\"}]}".utf8)
        let icons = try WebManifest(text.map { $0 == 1 ? 0xFF : $0 }, at: url()).icons
        #expect(icons.map(\.target.description) == ["https://ex.test/a/a%EF%BF%BDb"])
    }

    @Test(arguments: [
        ("", 0, "expected a JSON value, but the input ends"),
        ("<!doctype html>", 0, "expected a JSON value, found '<'"),
        (#"{"icons": [{"src": "a"},]}"#, 24, "expected a value after ',', found ']'"),
        (#"{"icons": [{"src": "a"}]"#, 24, "expected ',' or '}' after the value, but the input ends"),
        (#"{"icons": []} x"#, 14, "expected nothing after the value, found 'x'"),
        ("{'icons': []}", 1, "expected a key in double quotes or '}', found '''"),
    ]) func whatIsNoJSONIsAnErrorWithItsPlace(text: String, offset: Int, words: String) {
        #expect { _ = try icons(text) } throws: { error in "\(error)" == "not valid JSON at byte \(offset): \(words)" }
    }

    @Test func aManifestMayBeAsLongAsTheLimit() throws {
        let icon = #"{"icons": [{"src": "a"}]}"#
        let space = String(repeating: " ", count: WebManifest.byteLimit - icon.utf8.count)
        #expect(try icons(icon + space).count == 1)
        #expect(throws: WebManifestError.tooLong(limit: 1 << 20)) { _ = try icons(icon + space + " ") }
    }

    @Test func theLastThousandIconsCount() throws {
        let list = (0..<1500).map { "{\"src\": \"\($0)\"}" }.joined(separator: ",")
        let icons = try icons("{\"icons\": [\(list)]}")
        #expect(icons.count == 1000)
        #expect(icons.last?.target.description == "https://ex.test/a/1499")
    }

    /// The largest manifests of the worst kinds are read in an instant.
    @Test(.timeLimit(.minutes(10)), arguments: sampled(["[", "{\"a\":", "{\"src\":\"a\"},", "\"a\","], every: 2))
    func hostileOnes(piece: String) {
        let count = (WebManifest.byteLimit - 100) / piece.utf8.count
        let text = "{\"icons\": [" + String(repeating: piece, count: count)
        let seconds = threadSeconds { #expect(throws: WebManifestError.self) { _ = try icons(text) } }
        #expect(seconds < 10)
    }

    /// What is written is read again, whatever other members, escapes and values stand between.
    @Test func whatIsWrittenIsRead() throws {
        var random = SplitMix64(seed: 9)
        let junk = [
            #""a": 1"#, #""b": [1, {"src": "x"}, []]"#, #""c": {"icons": [{"src": "y"}]}"#, #""d\"\\": "\ud83d\ude00""#,
            #""e": null"#, #""srcs": "z""#,
        ]
        for _ in 0..<rounds(500) {
            var expected: [String] = []
            let entries = (0..<Int.random(in: 0...6, using: &random)).map { index in
                var members = junk.filter { _ in Bool.random(using: &random) }
                if Int.random(in: 0..<4, using: &random) > 0 {
                    members.append(#""src": "\#(index).png""#)
                    expected.append("https://ex.test/a/\(index).png")
                }
                members.shuffle(using: &random)
                return "{\(members.joined(separator: ","))}"
            }
            var members = junk.filter { _ in Bool.random(using: &random) }
            members.append("\"icons\": [\(entries.joined(separator: ", "))]")
            members.shuffle(using: &random)
            let text = "{\(members.joined(separator: ",\n"))}"
            #expect(try icons(text).map(\.target.description) == expected)
            // No beginning of it is a manifest, and none is too odd to be refused.
            let cut = Int.random(in: 0..<text.utf8.count, using: &random)
            #expect(throws: WebManifestError.self) { _ = try WebManifest(Array(text.utf8.prefix(cut)), at: url()) }
        }
    }

    /// Whatever becomes of a manifest on its way, what comes out of it can be fetched.
    @Test func damagedOnesAreReadOrRefused() throws {
        let whole = Array(#"{"icons":[{"src":"a","sizes":"1x1","purpose":"any"},{"src":"data:x","type":"b/c"}]}"#.utf8)
        let bytes = Array(#"{}[]",:\u09 xX"#.utf8) + [0, 0x80, 0xC3, 0xED, 0xFF]
        var random = SplitMix64(seed: 20)
        var readable = 0
        for _ in 0..<rounds(20_000) {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged.remove(at: place)
                case 1: damaged.insert(bytes[place % bytes.count], at: place)
                default: damaged[place] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
                }
            }
            guard let icons = try? WebManifest(damaged, at: url()).icons else { continue }
            readable += 1
            #expect(icons.count <= 2)
            #expect(
                icons.allSatisfy { icon in
                    let text = icon.target.description
                    return !icon.purposes.isEmpty && !icon.target.declaresNoIcon
                        && (text.hasPrefix("https://") || text.hasPrefix("data:"))
                })
        }
        #expect((rounds(2000)..<rounds(18_000)).contains(readable))
    }

    private func url() throws -> WebURL { try #require(WebURL("https://ex.test/a/manifest.json")) }

    private func target(_ text: String) throws -> IconTarget { .web(try #require(WebURL(text))) }

    private func icons(_ text: String) throws -> [IconLink] { try WebManifest(Array(text.utf8), at: url()).icons }
}
