import ArgumentParser
import DevtoolKit
import SystemPackage

/// A SHA-256 checksum (FIPS 180-4), 64 hexadecimal digits.
struct SHA256: Hashable, CustomStringConvertible, ExpressibleByArgument {
    /// The digits, in lower case.
    let description: String

    /// Reads a checksum; nil unless it is 64 hexadecimal digits.
    init?(argument text: String) {
        guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit), text.allSatisfy(\.isASCII)
        else {
            return nil
        }
        description = text.lowercased()
    }

    /// Computes the checksum of a file with coreutils' `sha256sum`: one more library would be a large
    /// dependency for one file in a project's life.
    ///
    /// - Throws: ``MigrateError`` when the program is missing or fails.
    static func ofFile(_ path: FilePath, in context: Context) async throws -> SHA256 {
        guard let program = context.executable(named: "sha256sum") else {
            throw MigrateError.noTool("sha256sum", package: "coreutils")
        }
        let invocation = Invocation(program, ["--binary", "--", path.string])
        let (termination, output) = try await context.processes.output(of: invocation)
        // A name with a backslash or a newline makes the line begin with a backslash.
        let line = String(decoding: output, as: UTF8.self).drop { $0 == "\\" }
        guard termination == .exited(0), let checksum = SHA256(argument: String(line.prefix(64)))
        else {
            throw MigrateError.toolFailed("\(invocation)")
        }
        return checksum
    }
}
