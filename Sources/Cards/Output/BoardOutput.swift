import DevtoolKit

/// Where the bytes of an output go.
struct BoardOutput: Sendable {
    /// Takes the next bytes, all of them.
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void
    /// Takes back everything that was written; nil where that is not possible.
    let restart: (@Sendable () throws -> Void)?
}

extension BoardOutput {
    /// A file that appears when it is complete.
    init(_ file: AtomicFileWriter) {
        self.init(
            write: { try file.write($0) },
            restart: file.isRestartable ? { @Sendable in try file.restart() } : nil)
    }

    /// Standard output.
    init(_ console: Console) {
        let revocable = console.revocableOutput
        self.init(
            write: { try console.write($0) },
            restart: revocable.map { file in { @Sendable in try file.revoke() } })
    }
}
