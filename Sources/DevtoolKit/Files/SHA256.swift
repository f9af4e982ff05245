import ArgumentParser
package import SystemPackage

/// A SHA-256 checksum (FIPS 180-4), 64 hexadecimal digits.
package struct SHA256: Hashable, CustomStringConvertible, ExpressibleByArgument, Sendable {
    /// The digits, in lower case.
    package let description: String

    /// Reads a checksum; nil unless it is 64 hexadecimal digits.
    package init?(argument text: String) {
        guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit), text.allSatisfy(\.isASCII)
        else {
            return nil
        }
        description = text.lowercased()
    }

    /// Computes the checksum of a file.
    ///
    /// - Throws: ``FileError/cannotRead(_:_:)``, ``ChecksumError``.
    package static func ofFile(_ path: FilePath, in context: Context) async throws -> SHA256 {
        try await of(path, named: path.string, from: 0, in: context)
    }

    /// Computes the checksum of an open file, which need not have a name, from an offset on; where the
    /// descriptor stands in it does not matter, and stays.
    ///
    /// - Throws: as ``ofFile(_:in:)``; messages call the file `name`.
    package static func ofFile(
        _ file: FileDescriptor, named name: String, from start: Int64 = 0, in context: Context
    ) async throws -> SHA256 {
        // A duplicate would share the place in the file.
        try await of(
            FilePath("/proc/self/fd/\(file.rawValue)"), named: name, from: start, in: context)
    }

    /// Asks coreutils' `sha256sum`: one more library would be a large dependency for a few files in a
    /// project's life.
    private static func of(
        _ path: FilePath, named name: String, from start: Int64, in context: Context
    ) async throws -> SHA256 {
        guard let program = context.executable(named: "sha256sum") else {
            throw ChecksumError.noProgram
        }
        let file: OwnedDescriptor
        do {
            file = OwnedDescriptor(try .open(path, .readOnly, options: .closeOnExec))
            try file.descriptor.seek(offset: start, from: .start)
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
        let invocation = Invocation(program, ["--binary"], input: .file(file.descriptor))
        let (termination, output) = try await context.processes.output(of: invocation)
        file.close()
        guard termination == .exited(0),
            let checksum = SHA256(argument: String(decoding: output.prefix(64), as: UTF8.self))
        else { throw ChecksumError.failed("\(invocation)") }
        return checksum
    }
}

/// What keeps a checksum from being computed, apart from what a ``FileError`` says.
package enum ChecksumError: DiagnosableError {
    /// `sha256sum` is not installed.
    case noProgram
    /// It was run by this command line, and failed.
    case failed(String)

    /// The sentence for the user.
    package var diagnostics: [Diagnostic] {
        switch self {
        case .noProgram:
            [
                Diagnostic(
                    "'sha256sum' is needed and not installed",
                    hint: "Debian: apt-get install coreutils")
            ]
        case .failed(let command): [Diagnostic("'\(command)' failed")]
        }
    }

    /// 69.
    package var exitStatus: ExitStatus { .unavailable }
}
