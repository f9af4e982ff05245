import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// What `/proc` tells of a process (proc(5), `/proc/PID/stat`).
struct ProcessStatus {
    /// The process that started it.
    let parent: pid_t
    /// The group that it is in.
    let group: pid_t
    /// When it was started: tells it from a later process of the same number.
    let start: UInt64
    /// Whether it still runs: one that has ended is listed until it is reaped.
    let isLiving: Bool

    /// Reads it; nil where there is no such process, or no `/proc`.
    init?(of process: pid_t) {
        guard
            let file = try? FileDescriptor.open(
                "/proc/\(process)/stat", .readOnly, options: .closeOnExec)
        else { return nil }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
        // "12 (name) S 1 12 …": the state, the parent, the group, …, as the 22nd field the start. The name
        // may hold anything.
        guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: bytes[(end + 1)..<count], as: UTF8.self)
            .split(separator: " ")
        guard fields.count > 19, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
            let start = UInt64(fields[19])
        else { return nil }
        self.parent = parent
        self.group = group
        self.start = start
        isLiving = !["Z", "X"].contains(fields[0])
    }
}
