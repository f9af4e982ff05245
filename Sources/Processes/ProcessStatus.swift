import Files
import Glibc
import Reporting
import SystemPackage

package struct ProcessStatus {
    package let number: Int32
    let parent: pid_t
    let group: pid_t
    /// The start time in kernel ticks since boot.
    package let start: UInt64
    /// `false` for zombies, since some containers never reap them.
    package let isLiving: Bool

    static var all: some Sequence<ProcessStatus> {
        FilePath("/proc").entryNames().lazy.compactMap { pid_t($0) }.compactMap { ProcessStatus(of: $0) }
    }

    static func hasLivingMembers(inGroup group: pid_t) -> Bool {
        kill(-group, 0) == 0 && all.contains { $0.isLiving && $0.group == group }
    }

    init?(of process: pid_t) {
        guard let file = try? FileDescriptor.open("/proc/\(process)/stat", .readOnly, options: .closeOnExec) else {
            return nil
        }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
        self.init(bytes[..<count])
    }

    package init?(_ bytes: some BidirectionalCollection<UInt8>) {
        // "12 (name) S 1 12 …": state, parent, group, …; field 22 is the start. The name may contain any character.
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")),
            let number = Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
        else { return nil }
        let fields = String(decoding: bytes[end...].dropFirst(), as: UTF8.self).split(separator: " ")
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
