import Glibc
package import SystemPackage

/// Standard output where it is a regular file, as after `> out.json`: results can be written while it is
/// not yet certain that they are right, and be taken back.
package struct RevocableOutput: Sendable {
    private let output: FileDescriptor
    private let start: Int64

    /// The output of a console; nil where it is no file, and where others write to the file, too: after
    /// `>>`, or before what is there already.
    init?(_ output: FileDescriptor) {
        guard let status = try? output.stat(), status.type == .regular,
            fcntl(output.rawValue, F_GETFL) & O_APPEND == 0,
            let position = try? output.seek(offset: 0, from: .current), position == status.size
        else { return nil }
        self.output = output
        start = position
    }

    /// Takes back everything that was written since.
    ///
    /// - Throws: ``ConsoleError/cannotWrite(_:)``.
    package func revoke() throws {
        do {
            try output.resize(to: start)
            try output.seek(offset: start, from: .start)
        } catch let errno as Errno {
            throw ConsoleError.cannotWrite(errno)
        }
    }
}

extension Console {
    /// Standard output as it is now, if what will be written to it can be taken back.
    package var revocableOutput: RevocableOutput? { RevocableOutput(output) }

    /// What is known of the file behind standard output.
    package var outputStatus: Stat? { try? output.stat() }
}
