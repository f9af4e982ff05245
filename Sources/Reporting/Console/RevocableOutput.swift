import Glibc
package import SystemPackage

/// Standard output if it is a regular file, as after `> out.json`, so that results can be taken back after an error.
package struct RevocableOutput: Sendable {
    private let output: FileDescriptor
    private let start: Int64

    /// `nil` if the output is not a file, or if other data may be in it: in append mode, or before its end.
    init?(_ output: FileDescriptor) {
        guard let status = try? output.stat(), status.type == .regular, fcntl(output.rawValue, F_GETFL) & O_APPEND == 0,
            let position = try? output.seek(offset: 0, from: .current), position == status.size
        else { return nil }
        self.output = output
        start = position
    }

    package func revoke() throws {
        do {
            try output.resize(to: start)
            try output.seek(offset: start, from: .start)
        } catch let errno as Errno { throw ConsoleError.cannotWrite(errno) }
    }
}

extension Console {
    package var revocableOutput: RevocableOutput? { RevocableOutput(output) }

    package var outputStatus: Stat? { try? output.stat() }
}
