import Glibc

/// The descriptors 0, 1 and 2.
package enum StandardStreams {
    /// Makes sure that all three are open, which they are not after `devtool … >&-`.
    ///
    /// The next file opened would otherwise get a stream's number, and the result would go into it. Reading
    /// from a closed stream fails, and so does writing to it: nothing must be taken for an empty page.
    package static func open() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 {
            // It gets the lowest number that is free: this one.
            _ = Glibc.open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
