package import SystemPackage

extension FilePath {
    package func write(_ bytes: [UInt8], in place: AtomicFile.Place = .any) throws {
        let file = try AtomicFile(replacing: self, in: place)
        // Safety: the pointer is used only within the closure.
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit()
    }

    package func holds(_ bytes: [UInt8]) -> Bool { (try? contents(upTo: bytes.count)) == bytes }

    package func hasLine(_ line: String) -> Bool {
        let bytes = (try? contents(upTo: 1 << 24)) ?? []
        return bytes.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(line.utf8) }
    }

    /// Creates a file in a private folder of this run, where neither atomicity nor durability matter.
    ///
    /// `umask` applies to `permissions`. Throws ``FileError`` if the file exists.
    package func create(
        _ bytes: [UInt8], permissions: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
    ) throws {
        do {
            let file = try FileDescriptor.open(
                self, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
            _ = try file.closeAfter { try file.writeAll(bytes) }
        } catch let errno as Errno { throw FileError.cannotWrite(string, errno) }
    }
}
