package import SystemPackage

extension FilePath {
    /// Gives the file at this path other content, or makes it, whole or not at all: as ``AtomicFile``.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - isDurable: whether it must outlive a crash of the machine; what is temporary need not.
    /// - Throws: ``FileError``.
    package func write(_ bytes: [UInt8], durably isDurable: Bool = true) throws {
        let file = try AtomicFile(replacing: self)
        // Safety: the bytes are lent for the call.
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit(durably: isDurable)
    }
}
