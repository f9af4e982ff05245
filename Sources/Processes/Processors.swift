import CLinux

/// The processors that this process may use.
package enum Processors {
    /// How many there are, at least 1; fewer than the machine has where it is bound to some of
    /// them, as with `taskset` or in a container.
    package static var count: Int { Int(processors_available()) }
}
