import CTestSupport
import Foundation
package import SystemPackage

/// Another program, for a second opinion or as a server.
///
/// `posix_spawn` starts it: Foundation's `Process` has crashed with several threads.
package struct OtherProgram: Sendable {
    /// Its file.
    package let path: String

    /// The program of this name in `PATH` or `/usr/sbin`, or with this path; `nil` if it is not installed.
    package init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"
        let paths = name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
        self.path = path
    }

    /// Runs it to its end.
    ///
    /// - Returns: its status, 128 and the number for a signal, and what it writes to standard output.
    @discardableResult package func run(
        _ arguments: [String], in directory: FilePath? = nil, environment: [String: String]? = nil, input: String = "",
        error: FilePath = "/dev/null"
    ) throws -> (status: Int32, output: String) {
        let folder = TemporaryFolder()
        try folder.write(input, to: "input")
        let status = try start(
            arguments, in: directory, environment: environment, input: folder.path.appending("input"),
            output: folder.path.appending("output"), error: error
        ).end()
        let output = FileManager.default.contents(atPath: folder.path.appending("output").string)
        return (status, String(decoding: output ?? Data(), as: UTF8.self))
    }

    /// Starts it, with files as its streams.
    ///
    /// - Throws: the error of the system.
    package func start(
        _ arguments: [String], in directory: FilePath? = nil, environment: [String: String]? = nil,
        input: FilePath = "/dev/null", output: FilePath = "/dev/null", error: FilePath = "/dev/null"
    ) throws -> StartedProgram {
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
        let lists = [[path] + arguments, variables].map { $0.map { strdup($0) } + [nil] }
        defer { lists.joined().forEach { free($0) } }
        // Safety: the lists end with nil; the function only reads, within the call.
        let id = start_program(path, lists[0], lists[1], directory?.string, input.string, output.string, error.string)
        guard id > 0 else { throw Errno(rawValue: -id) }
        return StartedProgram(id: id)
    }
}

/// A program that a test has started.
package struct StartedProgram: Sendable {
    /// Its number.
    package let id: Int32

    /// Waits for its end, after a signal if one is given.
    ///
    /// - Returns: its status; 128 and the number for a signal that ended it.
    @discardableResult package func end(by signal: Int32? = nil) -> Int32 {
        if let signal { kill(id, signal) }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let number = status & 0x7f
        return number == 0 ? status >> 8 & 0xff : 128 + number
    }
}
