import Glibc
import SystemPackage

/// Throws `errno` if a system call did not return zero.
func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
}
