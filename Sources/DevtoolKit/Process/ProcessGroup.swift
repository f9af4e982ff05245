import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

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
        guard
            let file = try? FileDescriptor.open(
                "/proc/\(process)/stat", .readOnly, options: .closeOnExec)
        else { return false }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
        // "12 (name) S 1 12 …": the state, the parent, the group. The name may hold anything.
        guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return false }
        let fields = String(decoding: bytes[(end + 1)..<count], as: UTF8.self).split(separator: " ")
        return fields.count > 2 && !["Z", "X"].contains(fields[0]) && pid_t(fields[2]) == number
    }
}
