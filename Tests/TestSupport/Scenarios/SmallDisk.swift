/// A file system of a few megabytes, which tests fill.
package enum SmallDisk {
    /// Whether this process may mount one that only its children see.
    package static let canBeMounted =
        (try? OtherProgram("unshare")?.run(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status) == 0
}
