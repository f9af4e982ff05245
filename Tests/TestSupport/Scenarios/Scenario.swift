package import Foundation
package import Subprocess
import SystemPackage
package import Testing

/// A run of the whole program in a folder of its own: files in, exact output and status out.
///
/// ```swift
/// try await Scenario()
///     .file("board.json", #"{"name":"Roadmap #","cards":[]}"#)
///     .run("cards", "board.json")
///     .stdout(#"{"name":"Roadmap #","cards":[]}"#)
///     .stderr("")
///     .exits(0)
/// ```
///
/// The program sees a home folder of its own and none of the caller's `DEVTOOL_` variables. In expected
/// text `[DIR]` stands for the scenario's folder.
package struct Scenario {
    /// The folder the program runs in.
    package let folder = TemporaryFolder()
    private var variables: [String: String]
    private var input: [UInt8] = []

    package init() {
        let inherited = ProcessInfo.processInfo.environment
        variables = [
            "PATH": inherited["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path.string, "LANG": "C.UTF-8",
            "TMPDIR": folder.path.string,
        ]
        // The second is for a program that was built with AddressSanitizer.
        for name in ["JAVA_HOME", "ASAN_OPTIONS"] { variables[name] = inherited[name] }
    }

    /// Writes a file, and the folders it lies in, before the run.
    package func file(_ name: String, _ text: String) throws -> Scenario { try file(name, bytes: Array(text.utf8)) }

    /// Writes a file of any bytes before the run.
    package func file(_ name: String, bytes: [UInt8]) throws -> Scenario {
        try folder.write(bytes: bytes, to: name)
        return self
    }

    /// Writes the `devtool.yml`.
    package func config(_ text: String) throws -> Scenario { try file("devtool.yml", text) }

    /// The environment variable as the program sees it.
    package func value(of name: String) -> String? { variables[name] }

    /// Gives the program an environment variable; nil takes it away.
    package func variable(_ name: String, _ value: String?) -> Scenario {
        var copy = self
        copy.variables[name] = value
        return copy
    }

    /// Has empty files in the places of the libraries that are opened at run time.
    ///
    /// - Parameter prefix: the beginning of the names of those that are meant; all by default.
    /// - Returns: the scenario.
    /// - Throws: an error when a file cannot be written.
    package func withoutLibraries(_ prefix: String = "lib") throws -> Scenario {
        let names =
            [
                "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4", "libxml2.so.2", "libxml2.so.16", "libz.so.1",
                "libpg_query.so.1504.0", "libpg_query.so", "libpng16.so.16", "libturbojpeg.so.0", "libwebp.so.7",
                "librsvg-2.so.2",
            ] + (0...30).map { "libcmark-gfm.so.0.29.0.gfm.\($0)" }
        for name in names where name.hasPrefix(prefix) { _ = try file("lib/\(name)", "") }
        return variable("LD_LIBRARY_PATH", folder.path.appending("lib").string)
    }

    /// Gives the program text on its standard input.
    package func stdin(_ text: String) -> Scenario {
        var copy = self
        copy.input = Array(text.utf8)
        return copy
    }

    /// Runs devtool with these arguments, to its end.
    package func run(_ arguments: String..., in directory: String = ".") async throws -> Outcome {
        try await run(arguments, in: directory)
    }

    /// Runs devtool with these arguments, to its end.
    package func run(_ arguments: [String], in directory: String = ".") async throws -> Outcome {
        try await outcome(of: configuration(arguments, in: directory))
    }

    /// Runs a process, mostly one of devtool, to its end.
    package func outcome(of configuration: Subprocess.Configuration) async throws -> Outcome {
        let result = try await withinDeadline {
            if input.count > Self.roomInPipe {
                return try await Subprocess.run(
                    configuration, input: .array(input), output: .bytes(limit: 1 << 26), error: .bytes(limit: 1 << 26))
            }
            return try await Subprocess.run(
                configuration, input: .fileDescriptor(Self.filledPipe(input), closeAfterSpawningProcess: true),
                output: .bytes(limit: 1 << 26), error: .bytes(limit: 1 << 26))
        }
        let status: Int32
        switch result.terminationStatus {
        case .exited(let code): status = code
        case .signaled(let signal): status = 128 + signal
        }
        // Theirs have room for all that the limit allows; thousands of them leave too little to fork.
        return Outcome(
            folder: folder, status: status, output: result.standardOutput.withUnsafeBytes(Array.init),
            error: result.standardError.withUnsafeBytes(Array.init))
    }

    /// Programs that tests start.
    package static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// A command that runs another one as a user, whose name or number comes first, where root runs the tests; a
    /// word of a shell.
    package static let asUser = "'\(fixtures.appending(path: "as-user").path)'"

    /// What fits into a pipe (pipe(7), for pages of 4 KiB).
    private static let roomInPipe = 1 << 16

    /// The end to read from of a pipe that holds some bytes, which nobody has to be there to read; no other
    /// child inherits the end to write to.
    private static func filledPipe(_ bytes: [UInt8]) throws -> FileDescriptor {
        let name = FilePath("\(NSTemporaryDirectory())/\(UUID().uuidString)")
        guard mkfifo(name.string, 0o600) == 0 else { throw Errno(rawValue: errno) }
        defer { unlink(name.string) }
        let reading = try FileDescriptor.open(name, .readOnly, options: [.closeOnExec, .nonBlocking])
        let writing = try FileDescriptor.open(name, .writeOnly, options: .closeOnExec)
        try writing.closeAfter { _ = try writing.writeAll(bytes) }
        guard fcntl(reading.rawValue, F_SETFL, 0) == 0 else { throw Errno(rawValue: errno) }
        return reading
    }

    /// The process of a run, for what needs more than its end.
    package func configuration(_ arguments: [String], in directory: String = ".") -> Subprocess.Configuration {
        Subprocess.Configuration(
            executable: .path(FilePath(Self.devtool)), arguments: Arguments(arguments),
            environment: .custom(
                Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0), $1) })),
            workingDirectory: folder.path.appending(directory).lexicallyNormalized())
    }

    /// The built program: SwiftPM puts it beside the test bundle.
    package static let devtool: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "devtool")
            .path
    }()
}

/// What a run left behind; each expectation returns the outcome, so that they read in a row.
package struct Outcome {
    /// The folder the program ran in.
    package let folder: TemporaryFolder
    /// The exit status, or 128 and the signal's number.
    package let status: Int32
    /// The bytes on standard output.
    package let output: [UInt8]
    /// The bytes on standard error.
    package let error: [UInt8]

    /// Standard output as text, the scenario's folder as `[DIR]`.
    package var outputText: String { text(output) }
    /// Standard error as text, the scenario's folder as `[DIR]`.
    package var errorText: String { text(error) }

    /// Expects exactly this on standard output.
    @discardableResult package func stdout(_ expected: String, at location: Testing.SourceLocation = #_sourceLocation)
        -> Outcome
    {
        #expect(outputText == expected, sourceLocation: location)
        return self
    }

    /// Expects exactly these bytes on standard output.
    @discardableResult package func stdout(
        bytes expected: [UInt8], at location: Testing.SourceLocation = #_sourceLocation
    ) -> Outcome {
        #expect(output == expected, sourceLocation: location)
        return self
    }

    /// Expects exactly this on standard error.
    @discardableResult package func stderr(_ expected: String, at location: Testing.SourceLocation = #_sourceLocation)
        -> Outcome
    {
        #expect(errorText == expected, sourceLocation: location)
        return self
    }

    /// Expects this status.
    @discardableResult package func exits(_ expected: Int32, at location: Testing.SourceLocation = #_sourceLocation)
        -> Outcome
    {
        #expect(status == expected, "stderr: \(errorText)", sourceLocation: location)
        return self
    }

    /// Expects a file of the scenario's folder to hold exactly this; nil for no file at all.
    @discardableResult package func file(
        _ name: String, _ expected: String?, at location: Testing.SourceLocation = #_sourceLocation
    ) -> Outcome {
        #expect(folder.text(name) == expected, sourceLocation: location)
        return self
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: folder.path.string, with: "[DIR]")
    }
}
