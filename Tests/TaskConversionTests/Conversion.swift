import Testing

@testable import TaskConversion

/// A conversion in a test: a source file and those around it, without a disk.
struct Conversion {
    let kind: SourceKind
    let name: String
    let text: String
    var files: [String: String] = [:]

    init(_ name: String, _ text: String, files: [String: String] = [:]) throws {
        self.name = name
        self.text = text
        self.files = files
        kind = try #require(SourceKind(fileName: name))
    }

    /// What becomes of it.
    func result() throws(ConversionFailure) -> ProjectConversion {
        let surroundings = ConversionSurroundings(
            shellProblem: { $0.contains("`${") ? "a value cannot be inserted safely" : nil },
            read: { path in files[path].map { Array($0.utf8) } }, isFolder: { !$0.hasPrefix("..") })
        return try ProjectConversion(of: kind, named: name, Array(text.utf8), in: surroundings)
    }

    /// The text of the devtool.yml.
    func document() throws -> String { try result().text }

    /// The lines of a task, without its name.
    func task(_ name: String) throws -> String {
        let lines = try document().split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("  \(name):") })
        let rest = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
        let first = lines[start].dropFirst(name.count + 3)
        return ([first.drop { $0 == " " }] + rest.map { $0.dropFirst(4) }).joined(separator: "\n")
    }
}
