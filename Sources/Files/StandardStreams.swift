import Glibc
package import SystemPackage

extension FileDescriptor {
    /// Opens the standard streams that are closed, as after `devtool … >&-`.
    ///
    /// Otherwise the next file opened would get the number of a stream, and output would go into it. The replacements
    /// fail on reading or writing, so that a closed stream is not mistaken for an empty file.
    package static func openStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // `open` returns the lowest free number, which is this one.
            _ = Glibc.open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
