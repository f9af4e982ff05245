import Files
import Glibc
import Reporting
import SystemPackage

struct ProcessGroup {
    let number: pid_t

    func send(_ signal: Int32) { _ = kill(-number, signal) }

    /// Zombies do not count, since some containers never reap them.
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
