import Glibc
import SystemPackage

/// Throws what a system call that returned something else than zero has left in `errno`.
func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
}
