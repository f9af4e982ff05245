import Glibc

/// A process and its descendants, regardless of process groups.
///
/// Once seen, a descendant stays a member even if its parent ends.
package struct ProcessTree: Sendable {
    private let root: pid_t
    private let isBlind: Bool
    private var members: [pid_t: UInt64] = [:]

    /// Call this before `root` is reaped; descendants that end before the first search remain unknown.
    package init(of root: Int32) {
        self.root = root
        members[root] = ProcessStatus(of: root)?.start
        // Without `/proc`, only the root is known.
        isBlind = members.isEmpty
    }

    package mutating func send(_ signal: Int32) {
        if isBlind { _ = kill(root, signal) }
        look()
        for (process, start) in members where ProcessStatus(of: process)?.start == start { _ = kill(process, signal) }
    }

    package var hasLivingMembers: Bool {
        members.contains { process, start in
            guard process != root, let entry = ProcessStatus(of: process) else { return false }
            return entry.start == start && entry.isLiving
        }
    }

    private mutating func look() {
        var entries: [pid_t: ProcessStatus] = [:]
        for process in ProcessStatus.all { entries[process.number] = process }
        let children = Dictionary(grouping: entries.keys) { entries[$0]?.parent ?? 0 }
        members = members.filter { entries[$0.key]?.start == $0.value }
        var open = Array(members.keys)
        while let process = open.popLast() {
            if let start = entries[process]?.start { members[process] = start }
            open += children[process, default: []].filter { members[$0] == nil }
        }
    }
}
