import DevtoolKit
import Glibc
import SystemPackage

/// A queue of file system events (`inotify(7)`).
final class INotify: Sendable {
    struct Event {
        /// The watch of the folder; -1 if events were lost.
        var watch: Int32
        var mask: UInt32
        /// The name in the folder; empty for the folder itself.
        var name: [UInt8]

        func isAny(_ bits: Int32...) -> Bool { bits.contains { mask & UInt32(bitPattern: $0) != 0 } }

        var isFolder: Bool { mask & UInt32(IN_ISDIR) != 0 }
    }

    let descriptor: Int32

    private static let mask = UInt32(
        IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)

    init() throws(Problem) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if descriptor < 0 { throw .cannotWatch(Errno(rawValue: errno)) }
    }

    deinit { close(descriptor) }

    /// `nil` if the folder does not exist.
    func watch(_ folder: [UInt8]) throws(Problem) -> Int32? {
        let watch = (folder + [0]).withUnsafeBytes { bytes in
            // Safety: the path ends in 0.
            bytes.baseAddress.map { inotify_add_watch(descriptor, $0.assumingMemoryBound(to: CChar.self), Self.mask) }
        }
        if let watch, watch >= 0 { return watch }
        switch errno {
        case ENOSPC: throw .tooManyFolders(String(decoding: folder, as: UTF8.self))
        case ENOMEM: throw .cannotWatch(.noMemory)
        default: return nil
        }
    }

    func forget(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    /// The pending events; does not wait.
    func events() -> [Event] {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            var events: [Event] = []
            var offset = 0
            let size = MemoryLayout<inotify_event>.size
            while count > 0, offset + size <= count {
                // Safety: the system writes whole events, and pads names with 0.
                let head = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let name = buffer[(offset + size)..<(offset + size + Int(head.len))]
                events.append(Event(watch: head.wd, mask: head.mask, name: Array(name.prefix { $0 != 0 })))
                offset += size + Int(head.len)
            }
            return events
        }
    }
}

extension Problem {
    static func cannotWatch(_ errno: Errno) -> Problem {
        guard errno == .tooManyOpenFiles else { return Problem(.unavailable, "cannot watch files: \(errno)") }
        return Problem(
            .unavailable, "cannot watch files: your other programs already watch too many files",
            hint: "raise the limit: sysctl fs.inotify.max_user_instances=1024")
    }

    static func tooManyFolders(_ folder: String) -> Problem {
        Problem(
            .unavailable, "cannot watch '\(folder)': there are more folders than the limit allows",
            hint: "exclude some from 'sources', or raise the limit: sysctl fs.inotify.max_user_watches=1048576")
    }
}
