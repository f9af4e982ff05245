import Glibc
import SystemPackage

struct PluginEventsFile: ~Copyable {
    let path: FilePath
    private let descriptor: FileDescriptor
    private(set) var lines = PluginEventLines()

    init(in folder: FilePath) throws {
        let name = "devtool-events-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        path = folder.appending(name)
        do {
            descriptor = try .open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        } catch let errno as Errno { throw Problem(.cannotCreate, "cannot create '\(path)': \(errno)") }
    }

    mutating func newEvents() -> [(line: Int, outcome: PluginEventLines.Outcome)] {
        var events: [(line: Int, outcome: PluginEventLines.Outcome)] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { chunk.deallocate() }
        // A read error counts as the end: the plugin writes the file, possibly to a full disk.
        while !lines.isOver, let count = try? descriptor.read(into: chunk), count > 0 {
            events += lines.append(chunk[..<count])
        }
        // The rest will not be read, so free the disk space.
        if lines.isOver { ftruncate(descriptor.rawValue, 0) }
        return events
    }

    mutating func lastEvents() -> [(line: Int, outcome: PluginEventLines.Outcome)] { newEvents() + lines.finish() }

    deinit {
        try? descriptor.close()
        _ = path.withPlatformString { unlink($0) }
    }
}
