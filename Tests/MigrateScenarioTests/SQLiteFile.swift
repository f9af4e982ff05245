import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// An SQLite database, as the module of Python's library sees it.
struct SQLiteFile {
    /// The path of the file.
    let path: FilePath

    /// The rows of a query, values with blanks between them.
    func rows(_ query: String) async throws -> [String] {
        let script = """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            for row in connection.executescript("").execute(sys.argv[2]):
                print(*row)
            connection.commit()
            """
        let result = try await Subprocess.run(
            .name("python3"), arguments: ["-c", script, path.string, query], output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 16))
        try #require(result.terminationStatus == .exited(0), "\(result.standardError)")
        return result.standardOutput.split(separator: "\n").map(String.init)
    }
}
