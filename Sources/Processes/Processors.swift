import CLinux

package enum Processors {
    /// At least 1; less than in the machine if the process is bound to some processors, as with `taskset` or in a
    /// container.
    package static var count: Int { Int(processors_available()) }
}
