import DevtoolKit
import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

@Suite struct PropertiesFileTests {
    private static func read(_ text: String) -> [String] {
        PropertiesFile.read(Array(text.utf8), shownAs: "x").map { "\($0.location.line):\($0.key)=\($0.value)" }
    }

    @Test(arguments: [
        ("a=b", ["1:a=b"]), ("a = b \n", ["1:a=b"]), ("a:b\nc d e", ["1:a=b", "2:c=d e"]),
        ("# c\n! d\n\n  a=b", ["4:a=b"]), ("a=b\\\n   c\\\r\nd\ne", ["1:a=bcd", "4:e="]),
        (#"a\=\:\ b=\u20ac\t\\x\q"#, [#"1:a=: b=€"# + "\t" + #"\xq"#]), ("a=b\\", ["1:a=b"]), ("", []),
        ("=x", ["1:=x"]), (#"a\u12=b"#, ["1:a12=b"]),
    ]) func readsWhatJavaReads(text: String, expected: [String]) { #expect(Self.read(text) == expected) }

    /// Java itself is the judge of what a file says; it compiles the program first.
    @Test(.enabled(if: JavaDevelopmentKit.isHere, "a JDK is needed")) func agreesWithJava() async throws {
        let folder = TemporaryFolder()
        try folder.write(
            """
            import java.io.*; import java.util.*;
            class Show { public static void main(String[] a) throws Exception {
              for (String name : a) { Properties p = new Properties();
                p.load(new FileInputStream(name));
                StringBuilder b = new StringBuilder();
                for (Object k : new TreeSet<Object>(p.keySet()))
                  b.append(Arrays.toString(k.toString().toCharArray())).append(
                    Arrays.toString(p.get(k).toString().strip().toCharArray()));
                System.out.println(b.toString().replace("\\n", "N").replace("\\r", "R")); } } }
            """, to: "Show.java")
        var generator = SplitMix64(seed: 7)
        let pieces = ["a", "b", "=", ":", " ", "\t", "\\", "\n", "\r\n", "#", "!", "\\n", "\\ ", "c"]
        var names: [String] = []
        var expected: [String] = []
        for number in 0..<150 {
            let text = (0..<Int.random(in: 0..<14, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }.joined()
            try folder.write(text, to: "\(number)")
            names.append(folder.path.appending("\(number)").string)
            var values: [String: String] = [:]
            for property in PropertiesFile.read(Array(text.utf8), shownAs: "x") {
                values[property.key] = property.value
            }
            expected.append(values.sorted { $0.key < $1.key }.map { Self.shown($0) + Self.shown($1) }.joined())
        }
        let result = try await Subprocess.run(
            .name("java"), arguments: Arguments([folder.path.appending("Show.java").string] + names),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == names.count + 1, "\(result.standardError)")
        for (line, wanted) in zip(lines, expected) { #expect(line == wanted) }
    }

    private static func shown(_ text: String) -> String {
        "[" + text.unicodeScalars.map { $0 == "\n" ? "N" : $0 == "\r" ? "R" : "\($0)" }.joined(separator: ", ") + "]"
    }
}
