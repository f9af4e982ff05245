import Glibc
import Reporting
import SystemPackage

/// A process and what it has started, however that has been grouped: what has been seen once belongs to it for
/// good, though its parent may have ended since.
package struct ProcessTree: Sendable {
    private let root: pid_t
    private let isBlind: Bool
    /// The members that have been seen, with their starts.
    private var members: [pid_t: UInt64] = [:]

    /// The tree of a child that has not been reaped; what ends before the tree is looked at is not known.
    package init(of root: Int32) {
        self.root = root
        members[root] = ProcessStatus(of: root)?.start
        // Where /proc is not mounted, the root is all there is to know.
        isBlind = members.isEmpty
    }

    /// Sends all members a signal.
    package mutating func send(_ signal: Int32) {
        if isBlind { _ = kill(root, signal) }
        look()
        for (process, start) in members where ProcessStatus(of: process)?.start == start {
            _ = kill(process, signal)
        }
    }

    /// Whether a member other than the root still runs.
    package var hasLivingMembers: Bool {
        members.contains { process, start in
            guard process != root, let entry = ProcessStatus(of: process) else { return false }
            return entry.start == start && entry.isLiving
        }
    }

    /// Looks for what the members have started since.
    private mutating func look() {
        var entries: [pid_t: ProcessStatus] = [:]
        for process in FilePath("/proc").entryNames().lazy.compactMap({ pid_t($0) }) {
            entries[process] = ProcessStatus(of: process)
        }
        let children = Dictionary(grouping: entries.keys) { entries[$0]?.parent ?? 0 }
        members = members.filter { entries[$0.key]?.start == $0.value }
        var open = Array(members.keys)
        while let process = open.popLast() {
            if let start = entries[process]?.start { members[process] = start }
            open += children[process, default: []].filter { members[$0] == nil }
        }
    }
}
