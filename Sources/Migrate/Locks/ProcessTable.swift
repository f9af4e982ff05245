import DevtoolKit
import Glibc
import SystemPackage

/// The processes visible to this one, from `/proc`.
struct ProcessTable {
    /// A process, distinguished from earlier and later ones with the same number.
    struct Process: Hashable {
        let number: Int32
        /// When it was started, in ticks since boot.
        let start: UInt64
    }

    /// What is known about the occurrence of a text in other processes' command lines.
    enum Mentions: Hashable {
        /// No process has it.
        case none
        /// This process has it.
        case process(Int32)
        /// There are processes that do not show theirs.
        case unknown
    }

    /// Where the kernel lists the processes.
    private let folder: FilePath
    private let ownNumber: Int32
    private let hostName: String

    /// The table of this process; tests have others.
    init(
        folder: FilePath = "/proc", ownNumber: Int32 = getpid(),
        hostName: String = ProcessTable.hostName()
    ) {
        self.folder = folder
        self.ownNumber = ownNumber
        self.hostName = hostName
    }

    /// This process; nil where the list is that of another namespace, or hides processes, and so proves
    /// nothing.
    var own: Process? {
        guard let own = status(at: "self"), own.number == ownNumber,
            // With the option `hidepid`, the processes of others are missing (proc(5)).
            text(at: "1/stat") != nil
        else { return nil }
        return Process(number: own.number, start: own.start)
    }

    /// What the boot of the machine and a process' namespace are known by, 16 hexadecimal digits.
    ///
    /// The boot's identifier is that of the kernel, which containers share; so the namespace counts, whose
    /// number no other has while a process is in it. The host's name is in it for those machines that are
    /// resumed copies of one: they have all else alike.
    func place(of own: Process) -> String {
        let boot = text(at: "sys/kernel/random/boot_id") ?? ""
        let namespace = target(of: "self/ns/pid")
        guard !boot.isEmpty, !namespace.isEmpty else { return String(repeating: "0", count: 16) }
        return StableHash(of: "\(boot)\n\(namespace)\n\(hostName)".utf8).digits
    }

    /// Whether the process still runs: one that has ended does not count, though it may still be listed.
    func isRunning(_ number: Int32, startedAt start: UInt64) -> Bool {
        guard let status = status(at: "\(number)") else {
            // What cannot be read is in doubt.
            if case .failure(let errno) = bytes(at: "\(number)/stat") {
                return !errno.tellsOfNoProcess
            }
            return true
        }
        return status.start == start && status.isLiving
    }

    /// Looks for a text in the command lines of the processes.
    func mentions(of text: String) -> Mentions {
        var isComplete = true
        for name in folder.entryNames() {
            guard let number = Int32(name), number != ownNumber else { continue }
            switch bytes(at: "\(name)/cmdline") {
            case .success(let line):
                if String(decoding: line, as: UTF8.self).contains(text) { return .process(number) }
            // It may have ended meanwhile.
            case .failure(let errno): isComplete = isComplete && errno.tellsOfNoProcess
            }
        }
        return isComplete ? .none : .unknown
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

    /// A file of the kernel's, which has no size: a command line may be long.
    private func bytes(at name: String) -> Result<[UInt8], Errno> {
        Result { () throws(Errno) in
            do {
                let file = try FileDescriptor.open(
                    folder.appending(name), .readOnly, options: .closeOnExec)
                defer { try? file.close() }
                var all: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 1 << 14)
                while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }
                ),
                    count > 0, all.count < 1 << 22
                {
                    all += buffer[..<count]
                }
                return all
            } catch {
                throw error as? Errno ?? .ioError
            }
        }
    }

    private func target(of name: String) -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = folder.appending(name).withPlatformString {
            readlink($0, &bytes, bytes.count - 1)
        }
        return String(
            decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The name that the kernel has for this host.
    static func hostName() -> String {
        var names = utsname()
        guard uname(&names) == 0 else { return "" }
        // Safety: the kernel ends the name with a zero byte, within the field.
        return withUnsafeBytes(of: &names.nodename) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension Errno {
    /// Whether a file of `/proc` is missing since its process is.
    fileprivate var tellsOfNoProcess: Bool {
        self == .noSuchFileOrDirectory || self == .noSuchProcess
    }
}
