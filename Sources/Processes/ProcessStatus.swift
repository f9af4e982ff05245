import Glibc
import SystemPackage

/// What `/proc` tells of a process (proc(5), `/proc/PID/stat`).
package struct ProcessStatus {
    /// Its number.
    package let number: Int32
    /// The process that started it.
    let parent: pid_t
    /// The group that it is in.
    let group: pid_t
    /// When it was started: tells it from a later process of the same number.
    package let start: UInt64
    /// Whether it still runs: one that has ended is listed until it is reaped, which in a container nobody may
    /// do.
    package let isLiving: Bool

    /// Reads it; nil where there is no such process, or no `/proc`.
    init?(of process: pid_t) {
        guard
            let file = try? FileDescriptor.open(
                "/proc/\(process)/stat", .readOnly, options: .closeOnExec)
        else { return nil }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
        self.init(bytes[..<count])
    }

    /// Takes what a process' file says; nil where that is something else.
    package init?(_ bytes: some BidirectionalCollection<UInt8>) {
        // "12 (name) S 1 12 …": the state, the parent, the group, …, as the 22nd field the start. The name
        // may hold anything.
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")),
            let number = Int32(
                String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
        else { return nil }
        let fields = String(decoding: bytes[end...].dropFirst(), as: UTF8.self)
            .split(separator: " ")
        guard fields.count > 19, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
            let start = UInt64(fields[19])
        else { return nil }
        self.number = number
        self.parent = parent
        self.group = group
        self.start = start
        isLiving = !["Z", "X"].contains(fields[0])
    }
}
