import Glibc
import Reporting
import SystemPackage

/// A child and what it has started, as far as that has not left the group.
struct ProcessGroup {
    /// The number of the group and of the process that leads it.
    let number: pid_t

    /// Sends all members a signal.
    func send(_ signal: Int32) {
        _ = kill(-number, signal)
    }

    /// Whether a member still runs: one that has ended does not count, though it may be listed until it is
    /// reaped, which in a container nobody may do.
    var hasLivingMembers: Bool {
        guard kill(-number, 0) == 0 else { return false }
        let processes = FilePath("/proc").entryNames().lazy.compactMap { pid_t($0) }
        return processes.contains(where: isLiving)
    }

    private func isLiving(_ process: pid_t) -> Bool {
        guard let status = ProcessStatus(of: process) else { return false }
        return status.isLiving && status.group == number
    }
}
