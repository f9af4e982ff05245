import CLinux
import Glibc
import Reporting
import SystemPackage

/// How many threads the process may start, as `ulimit -u`, `ulimit -v` and a container say.
///
/// Where libdispatch cannot start one it tries again for ever, and whatever waits for that does, too.
package enum ThreadLimit {
    /// What Swift's runtime and devtool start at most before there is any child, and what a child takes, with
    /// the processes that it starts, which count, too.
    private static let own = Processors.count + 8
    private static let perChild = 4
    /// More children than this need not be told from any number.
    private static let mostChildren = 64
    /// Limits from here on are not reached by devtool alone; to start threads only to see takes as long as
    /// a short command.
    private static let farProcesses = 1_024
    private static let farMemory = 8 << 30

    /// How many children can run at once.
    package static var children: Int {
        guard isNear else { return .max }
        let most = own + perChild * mostChildren
        let count = Int(threads_available(Int32(most)))
        return count == most ? .max : max(1, (count - own) / perChild)
    }

    /// Has each thread keep a few MB of what it frees, for a command that allocates and frees without end.
    package static func keepMemory() { threads_keep_memory() }

    /// Whether too few are left to run a command; to be asked while there are no threads yet.
    package static var isTooLow: Bool {
        if isMemoryNear { threads_share_memory() }
        return isNear && threads_available(Int32(own)) < own
    }

    private static let isNear =
        isMemoryNear || isLimit(__RLIMIT_NPROC, below: farProcesses)
        || ["pids.max", "pids/pids.max"].contains { name in
            guard let bytes = try? FilePath("/sys/fs/cgroup/\(name)").contents(),
                let limit = Int(String(decoding: bytes.dropLast(), as: UTF8.self))
            else { return false }
            return limit < farProcesses
        }

    /// Whether threads may lack room for their stacks.
    private static var isMemoryNear: Bool {
        isLimit(RLIMIT_AS, below: farMemory) || isLimit(RLIMIT_DATA, below: farMemory)
    }

    private static func isLimit(_ resource: __rlimit_resource, below far: Int) -> Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
            && limit.rlim_cur < rlim_t(far)
    }
}
