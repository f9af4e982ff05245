import DevtoolKit

/// Where the bytes of an output go.
struct BoardOutput: Sendable {
    /// Takes the next bytes, all of them.
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void
    /// Takes back everything that was written; nil where that is not possible.
    let restart: (@Sendable () throws -> Void)?

    /// An output of any kind.
    init(
        write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
        restart: (@Sendable () throws -> Void)?
    ) {
        self.write = write
        self.restart = restart
    }

    /// A file that appears when it is complete.
    init(_ file: AtomicFileWriter) {
        write = { try file.write($0) }
        restart = file.isRestartable ? { @Sendable in try file.restart() } : nil
    }

    /// Standard output.
    init(_ console: Console) {
        write = { try console.write($0) }
        let revocable = console.revocableOutput
        restart = revocable.map { file in { @Sendable in try file.revoke() } }
    }
}
