import TestSupport

/// Small trees of files, and patterns that are likely to match some of them.
enum RandomTree {
    private static let folders = ["a", "b", "ab", ".h", "a-b", "é"]
    private static let files = ["a", "a.c", "b.c", "ab.h", ".x", ".x.c", "é.c", "ac", "b"]
    private static let parts = [
        "a", "b", "ab", "*", "*", "?", "a*", "*b", "*.c", "[ab]", "[!a]*", ".*", "??", "a.c", "{a,b}", "*.{c,h}",
        "[a-b]?", ".h", "{a*,.h}", "*.?", "é*",
    ]

    /// A folder with files in folders.
    static func folder(_ random: inout SplitMix64) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for _ in 0..<Int.random(in: 20...80, using: &random) {
            // What is a file cannot be a folder as well.
            try? folder.write("x", to: path(&random))
        }
        return folder
    }

    /// A path of up to five names.
    static func path(_ random: inout SplitMix64) -> String {
        let above = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            (folders.randomElement(using: &random) ?? "") + "d"
        }
        return (above + [files.randomElement(using: &random) ?? "a"]).joined(separator: "/")
    }

    /// A pattern of up to four names.
    static func pattern(_ random: inout SplitMix64) -> String {
        let count = Int.random(in: 1...4, using: &random)
        return (1...count).map { index in
            if Int.random(in: 0..<3, using: &random) == 0 { return "**" }
            let part = parts.randomElement(using: &random) ?? "*"
            return index < count && Bool.random(using: &random) ? part + "d" : part
        }.joined(separator: "/")
    }
}
