import Glibc
import SystemPackage

/// The file to which a plugin appends its events; it is removed with this value.
struct PluginEventsFile: ~Copyable {
    let path: FilePath
    private let descriptor: FileDescriptor
    private(set) var lines = PluginEventLines()

    /// Creates the empty file, which only the user can read.
    ///
    /// - Throws: ``ExternalPluginError`` when the folder does not allow it.
    init(in folder: FilePath) throws {
        let name = "devtool-events-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        path = folder.appending(name)
        do {
            descriptor = try .open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
        } catch let errno as Errno {
            throw ExternalPluginError.noEventsFile(path, errno)
        }
    }

    /// The events that have come since the last call, and the numbers of their lines.
    mutating func newEvents() -> [(line: Int, outcome: PluginEventLines.Outcome)] {
        var events: [(line: Int, outcome: PluginEventLines.Outcome)] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { chunk.deallocate() }
        // An error is the end, too: the file is the plugin's to write, and may be on a full disk.
        while !lines.isOver, let count = try? descriptor.read(into: chunk), count > 0 {
            events += lines.append(chunk[..<count])
        }
        // Free the disk: the rest is never read.
        if lines.isOver { ftruncate(descriptor.rawValue, 0) }
        return events
    }

    /// The last events, those of a line without a line break included.
    mutating func lastEvents() -> [(line: Int, outcome: PluginEventLines.Outcome)] {
        newEvents() + lines.finish()
    }

    deinit {
        try? descriptor.close()
        _ = path.withPlatformString { unlink($0) }
    }
}
