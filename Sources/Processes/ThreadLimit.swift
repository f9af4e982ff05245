import CLinux
import Files
import Glibc
import Reporting
import SystemPackage

/// The limit on threads (`ulimit -u`, `ulimit -v`, or a container's).
///
/// If libdispatch cannot start a thread it retries forever, and blocks whatever waits for the thread.
package enum ThreadLimit {
    /// The maximum number of threads of Swift's runtime and devtool without children, and of threads and processes per
    /// child.
    private static let own = Processors.count + 8
    private static let perChild = 4
    /// More children than this count as unlimited.
    private static let mostChildren = 64
    /// devtool does not reach limits above these.
    ///
    /// They are not tested, because starting threads for a test takes as long as a short command.
    private static let farProcesses = 1_024
    private static let farMemory = 8 << 30

    package static var children: Int {
        guard isNear else { return .max }
        let most = own + perChild * mostChildren
        let count = Int(threads_available(Int32(most)))
        return count == most ? .max : max(1, (count - own) / perChild)
    }

    /// Makes each thread keep a few MB of freed memory, for commands that allocate continuously.
    package static func keepMemory() { threads_keep_memory() }

    /// Whether there are too few threads to run a command.
    ///
    /// Call this before starting threads.
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

    private static var isMemoryNear: Bool {
        isLimit(RLIMIT_AS, below: farMemory) || isLimit(RLIMIT_DATA, below: farMemory)
    }

    private static func isLimit(_ resource: __rlimit_resource, below far: Int) -> Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 && limit.rlim_cur < rlim_t(far)
    }
}
