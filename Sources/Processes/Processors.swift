import Glibc

/// The processors that this process may use.
package enum Processors {
    /// How many there are, at least 1; fewer than the machine has where a container says so.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
