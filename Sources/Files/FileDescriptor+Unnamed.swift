import Glibc
package import SystemPackage

extension FileDescriptor {
    /// Creates a file that disappears when it is closed, for data that is too large for memory.
    ///
    /// If the file system supports it, the file never has a name, so that even a killed process leaves nothing.
    package static func temporaryFile(in folder: FilePath) throws -> FileDescriptor {
        if let file = unnamedFile(in: folder, .readWrite, .ownerReadWrite) { return file }
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        let path = folder.appending("devtool-\(suffix)")
        let file = try FileDescriptor.open(
            path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        path.removeFile()
        return file
    }

    /// `nil` if the file system or the folder's permissions do not allow it.
    static func unnamedFile(in folder: FilePath, _ mode: AccessMode, _ permissions: FilePermissions) -> FileDescriptor?
    {
        let options = OpenOptions(rawValue: __O_TMPFILE | O_DIRECTORY | O_CLOEXEC)
        return try? .open(folder, mode, options: options, permissions: permissions)
    }
}
