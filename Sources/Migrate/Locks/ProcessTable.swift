import DevtoolKit
import Glibc
import SystemPackage

/// The processes visible to this one, from `/proc`.
struct ProcessTable {
    private let folder: FilePath
    private let ownNumber: Int32
    private let hostName: String

    init(folder: FilePath = "/proc", ownNumber: Int32 = getpid(), hostName: String = ProcessTable.hostName()) {
        self.folder = folder
        self.ownNumber = ownNumber
        self.hostName = hostName
    }

    /// This process; `nil` if `/proc` belongs to another namespace or hides processes, so it proves nothing.
    var own: ProcessStatus? {
        // The mount option `hidepid` hides other users' processes (proc(5)).
        guard let own = status(at: "self"), own.number == ownNumber, text(at: "1/stat") != nil else { return nil }
        return own
    }

    /// Identifies the boot of the machine and a process namespace by 16 hexadecimal digits.
    ///
    /// Containers share the kernel's boot identifier, so the namespace's number is part of the hash; it is unique while
    /// a process is in the namespace. The host's name distinguishes copies of one resumed machine, which have
    /// everything else in common.
    var place: String {
        let boot = text(at: "sys/kernel/random/boot_id") ?? ""
        let namespace = target(of: "self/ns/pid")
        guard !boot.isEmpty, !namespace.isEmpty else { return String(repeating: "0", count: 16) }
        return StableHash(of: "\(boot)\n\(namespace)\n\(hostName)".utf8).digits
    }

    /// Whether the process still runs; a zombie does not count.
    func isRunning(_ number: Int32, startedAt start: UInt64) -> Bool {
        guard let status = status(at: "\(number)") else {
            // If in doubt, the process counts as running.
            if case .failure(let errno) = bytes(at: "\(number)/stat") { return !errno.tellsOfNoProcess }
            return true
        }
        return status.start == start && status.isLiving
    }

    /// Whether certainly no other process has the text in its command line.
    func provesAbsence(of text: String) -> Bool {
        folder.entryNames().allSatisfy { name in
            guard let number = Int32(name), number != ownNumber else { return true }
            return switch bytes(at: "\(name)/cmdline") {
            case .success(let line): !String(decoding: line, as: UTF8.self).contains(text)
            // The process may have ended in the meantime.
            case .failure(let errno): errno.tellsOfNoProcess
            }
        }
    }

    private func status(at name: String) -> ProcessStatus? {
        guard case .success(let bytes) = bytes(at: name + "/stat") else { return nil }
        return ProcessStatus(bytes)
    }

    private func text(at name: String) -> String? {
        guard case .success(let bytes) = bytes(at: name) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.last == "\n" ? String(text.dropLast()) : text
    }

    /// Reads a file of `/proc` to its end, because it reports no size.
    private func bytes(at name: String) -> Result<[UInt8], Errno> {
        Result { () throws(Errno) in
            do {
                let file = try FileDescriptor.open(folder.appending(name), .readOnly, options: .closeOnExec)
                defer { try? file.close() }
                var all: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 1 << 14)
                while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0,
                    all.count < 1 << 22
                { all += buffer[..<count] }
                return all
            } catch { throw error as? Errno ?? .ioError }
        }
    }

    private func target(of name: String) -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = folder.appending(name).withPlatformString { readlink($0, &bytes, bytes.count - 1) }
        return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static func hostName() -> String {
        var names = utsname()
        guard uname(&names) == 0 else { return "" }
        // Safety: the kernel terminates the name with a zero byte within the field.
        return withUnsafeBytes(of: &names.nodename) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension Errno {
    /// Whether a file of `/proc` is missing because its process is gone.
    fileprivate var tellsOfNoProcess: Bool { self == .noSuchFileOrDirectory || self == .noSuchProcess }
}
