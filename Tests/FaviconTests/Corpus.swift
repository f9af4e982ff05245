import Foundation

/// The documents in the folder that `DEVTOOL_CORPUS` names, which is not part of the project.
enum Corpus {
    /// The folder, if the variable is set.
    static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"].map {
        URL(filePath: $0).appending(path: "favicon")
    }
    /// Whether the tests that need it can run.
    static var isAvailable: Bool { folder != nil }

    /// The lines of a file of JSON objects.
    static func lines<Line: Decodable>(_ name: String, as type: Line.Type) throws -> [Line] {
        guard let folder else { return [] }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try Data(contentsOf: folder.appending(path: name)).split(separator: 10).map {
            try decoder.decode(type, from: $0)
        }
    }
}
