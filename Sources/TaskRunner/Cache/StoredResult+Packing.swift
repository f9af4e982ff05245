import DevtoolKit
import SystemPackage

/// A result as one file, for a remote cache: the length of the manifest, the manifest, the contents of the files.
extension StoredResult {
    /// Writes the result into an empty file; the same outputs are the same bytes on every machine.
    func pack(into file: FileDescriptor) throws {
        var head = ByteWriter()
        head.append(manifest.withoutTimes.bytes)
        try file.writeAll(head.bytes)
        for index in manifest.kinds.indices {
            guard case .file = manifest.kinds[index] else { continue }
            let source = try open(index)
            try source.closeAfter { try source.copyRest(into: file) }
        }
    }

    /// Writes the parts of a packed result into an empty folder; `false` if it is damaged.
    static func unpack(_ packed: FileDescriptor, to folder: FilePath) throws -> Bool {
        try packed.seek(offset: 0, from: .start)
        var reader = ByteReader(try packed.bytes(MemoryLayout<Int>.size))
        guard let length = reader.read(Int.self), (0...FilePath.contentsLimit).contains(length),
            let manifest = ResultManifest(bytes: try packed.bytes(length))
        else { return false }
        for (index, kind) in manifest.kinds.enumerated() {
            guard case .file = kind else { continue }
            let file = try FileDescriptor.open(
                folder.appending("\(index)"), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
            guard try file.closeAfter({ try packed.copy(manifest.outputs.marks[index].size, to: file) }) else {
                return false
            }
        }
        try folder.appending(ResultCache.manifestName).create(manifest.bytes, permissions: .ownerReadWrite)
        return try packed.bytes(1).isEmpty
    }
}

extension FileDescriptor {
    /// Copies the next bytes; `false` if the file has fewer.
    fileprivate func copy(_ count: Int64, to target: FileDescriptor) throws -> Bool {
        var rest = count
        while rest > 0, case let piece = try bytes(Int(min(rest, 1 << 16))), !piece.isEmpty {
            rest -= Int64(try target.writeAll(piece))
        }
        return rest == 0
    }

    /// The next bytes; fewer at the end of the file.
    func bytes(_ count: Int) throws -> [UInt8] {
        var read = 0
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Safety: `read` stays within the rest of the buffer, and returns how much it has filled.
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            while read < count {
                let more = try self.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[read..<count]))
                if more == 0 { break }
                read += more
            }
            initialized = read
        }
    }
}
