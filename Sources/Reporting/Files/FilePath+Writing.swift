package import SystemPackage

extension FilePath {
    /// Gives the file at this path other content, or makes it, whole or not at all: as ``AtomicFile``.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - place: what must be at the path.
    /// - Throws: ``FileError``.
    package func write(_ bytes: [UInt8], in place: AtomicFile.Place = .any) throws {
        let file = try AtomicFile(replacing: self, in: place)
        // Safety: the bytes are lent for the call.
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit()
    }

    /// Whether the file has just these bytes.
    package func holds(_ bytes: [UInt8]) -> Bool { (try? contents(upTo: bytes.count)) == bytes }

    /// Whether one of the file's lines is this one.
    package func hasLine(_ line: String) -> Bool {
        let bytes = (try? contents(upTo: 1 << 24)) ?? []
        return bytes.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(line.utf8) }
    }

    /// Makes the file in a folder of the run's own, where nothing has its name, nobody else looks, and nothing
    /// outlives the run.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - permissions: the mode, from which `umask` takes some away.
    /// - Throws: ``FileError``, also where there is such a file.
    package func create(
        _ bytes: [UInt8],
        permissions: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
    ) throws {
        do {
            let file = try FileDescriptor.open(
                self, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: permissions)
            _ = try file.closeAfter { try file.writeAll(bytes) }
        } catch let errno as Errno {
            throw FileError.cannotWrite(string, errno)
        }
    }
}
