import TestSupport
import Testing

@testable import DevtoolKit
@testable import Settings

/// Reading takes time in proportion to the file, in whatever lines it is written, and whatever is wrong.
@Suite(.tags(.slow)) struct ConfigurationSizeTests {
    private let folder = TemporaryFolder()

    /// A shape of a file, of some size.
    struct Shape: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: @Sendable (Int) -> String

        init(_ name: String, _ text: @escaping @Sendable (Int) -> String) {
            testDescription = name
            self.text = text
        }

        /// A file with an item for each number, on one line.
        static func list(
            _ name: String, in text: String = "sample: {targets: {…}}", _ item: @escaping @Sendable (Int) -> String
        ) -> Shape { Shape(name) { count in text.replacing("…", with: (0..<count).map(item).joined(separator: ", ")) } }
    }

    /// Each of them took a time that grew with the square or the cube of the size.
    static let shapes = [
        Shape.list("targets on one line") { "t\($0): {url: u\($0), password: {env: PW\($0)}}" },
        Shape("targets on lines") { count in
            "sample:\n  targets:\n" + (0..<count).map { "    t\($0): {url: u, password: {env: PW\($0)}}\n" }.joined()
        }, Shape.list("secrets written out") { "t\($0): {password: x}" },
        Shape.list("unknown keys") { "t\($0): {urll: x}" },
        Shape.list("unknown variables in values") { "t\($0): {url: 'ä${NONE}'}" },
        Shape("unknown variables in one value") { count in
            "sample: {file: '\(String(repeating: "${NONE}", count: count))'}"
        },
        Shape("unknown variables in lines of one value") { count in
            "sample:\n  file: |\n" + String(repeating: "    ${NONE}\n", count: count)
        }, Shape.list("anchors", in: "sample: {paths: […]}") { "&a\($0) x, *a\($0)" },
        Shape("flow collections that are not closed") { String(repeating: "[", count: 8 * $0) },
        Shape("keys of keys") { String(repeating: "? ", count: 8 * $0) },
        Shape("lists of lists") { String(repeating: "- ", count: 8 * $0) },
        Shape("directives") { String(repeating: "%TAG !a! b\n", count: 8 * $0) + "--- x" },
    ]

    @Test(arguments: shapes) func takesTimeInProportion(shape: Shape) throws {
        func seconds(_ count: Int) -> Double {
            let text = shape.text(count)
            return threadSeconds { _ = rendered(text) }
        }
        // Eight times as much may take thrice eight times as long, and where hardly any time is measured
        // as long as this; the best of three counts, as other tests are in the processor's caches.
        var times: [(small: Double, large: Double)] = []
        repeat {
            times.append((seconds(rounds(250, every: 2)), seconds(rounds(2000, every: 2))))
        } while times.count < 3 && times.allSatisfy { $0.large >= max(24 * $0.small, 0.1) }
        #expect(times.contains { $0.large < max(24 * $0.small, 0.1) }, "\(times)")
    }

    /// All that is wrong with a file, as it is shown.
    private func rendered(_ text: String) -> [String] {
        do {
            _ = try SamplePlugin.configuration(project: text, in: folder)
            return []
        } catch { return ((error as? ConfigurationError)?.diagnostics ?? []).map { $0.rendered(program: "devtool") } }
    }

    @Test func whatIsWrittenOutHasNoLimit() throws {
        let paths = Array(repeating: "x", count: 150_000).joined(separator: ", ")
        let configuration = try SamplePlugin.configuration(project: "sample: {paths: [\(paths)]}", in: folder)
        #expect(configuration.section(of: SamplePlugin.self).list("paths")?.count == 150_000)
    }

    @Test func whatAliasesStandForHasALimit() throws {
        let long = String(repeating: "x", count: 100_000)
        let aliases = Array(repeating: "*x", count: 100).joined(separator: ", ")
        #expect(
            rendered("a: &x \(long)\nb: [\(aliases)]").first?.contains("the document expands to too many values")
                == true)
    }

    /// Each finding below a key names the key.
    @Test func refusesKeysOfAnyLength() {
        let key = String(repeating: "k", count: 2_000)
        let text = "sample:\n  targets:\n    ? \(key)\n    : {urll: x}"
        let found = rendered(text)
        #expect(found.count == 1)
        #expect(found.first?.contains("a key is longer than 1024 bytes") == true)
    }

    /// The line is shown around the place, and the place is right, wherever it is on the line.
    @Test func showsPlacesOnALongLine() {
        let before = (0..<200).map { "t\($0): {url: 'ä\u{1F600}'}, " }.joined()
        let text = "sample: {targets: {\(before)last: {urll: x}}}\r\nother: 1\r\n"
        let column = "sample: {targets: {\(before)last: {".unicodeScalars.count + 1
        let found = rendered(text)
        #expect(found.count == 2)
        #expect(found.first?.hasPrefix("devtool.yml:1:\(column): unknown key 'urll'") == true)
        let lines = found.first?.split(separator: "\n") ?? []
        #expect(lines.count == 4)
        if lines.count == 4 {
            let caret = lines[1 + 1].unicodeScalars.count - 1
            #expect(String(lines[1].unicodeScalars.dropFirst(caret)).hasPrefix("urll: x}}}"))
        }
        #expect(found.last?.contains("devtool.yml:2:1: unknown key 'other'") == true)
    }

    @Test(arguments: [
        "sample: {urll: 1, password: hunter2}", "sample: {x: 1, a: 'postgres://u:hunter2@h/d'}",
        "{\"sample\": {\"x\": 1, \"password\": \"hunter2\"}}",
    ]) func neverShowsALineWithASecret(text: String) {
        let found = rendered(text).joined(separator: "\n")
        #expect(found.contains("unknown key"))
        #expect(!found.contains("hunter2"))
    }
}
