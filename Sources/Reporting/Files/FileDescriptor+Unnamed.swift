import Glibc
package import SystemPackage

extension FileDescriptor {
    /// A file that vanishes with its descriptor, for what shall not be kept in memory.
    ///
    /// Where the file system can, it never has a name, so not even a killed process leaves it behind.
    ///
    /// - Throws: `Errno` about the folder.
    package static func temporaryFile(in folder: FilePath) throws -> FileDescriptor {
        if let file = unnamedFile(in: folder, .readWrite, .ownerReadWrite) { return file }
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        let path = folder.appending("devtool-\(suffix)")
        let file = try FileDescriptor.open(
            path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite)
        path.removeFile()
        return file
    }

    /// A file without a name; nil where the folder, or its file system, does not allow it.
    static func unnamedFile(
        in folder: FilePath, _ mode: AccessMode, _ permissions: FilePermissions
    ) -> FileDescriptor? {
        let options = OpenOptions(rawValue: __O_TMPFILE | O_DIRECTORY | O_CLOEXEC)
        return try? .open(folder, mode, options: options, permissions: permissions)
    }
}
