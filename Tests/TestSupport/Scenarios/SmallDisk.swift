import Foundation

/// A file system of a few megabytes, which tests fill.
package enum SmallDisk {
    /// Whether this process may mount one that only its children see.
    package static let canBeMounted: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
