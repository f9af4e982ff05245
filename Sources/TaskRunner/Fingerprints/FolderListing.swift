import Glibc

/// The entries of a folder that patterns may match, sorted by the bytes of their names.
struct FolderListing {
    enum Kind {
        /// A regular file that matches.
        case file
        case folder
        /// A symbolic link or an unknown type, which needs a `stat`.
        case other
    }

    typealias Entry = (name: Range<Int>, kind: Kind)

    private(set) var names: [UInt8] = []
    private(set) var entries: [Entry] = []

    /// Creates a listing of names that may not exist.
    init(of names: [[UInt8]]) { for name in names { append(name, .other) } }

    init(of stream: OpaquePointer, _ place: GlobPlace) {
        if place.leadsUp { append("..".utf8, .folder) }
        while let entry = readdir(stream) {
            // Safety: the name is a C string that ends within the entry. The entry may be shorter than its type, so it
            // is accessed through the pointer and not copied.
            let offset = MemoryLayout.offset(of: \dirent.d_name) ?? 0
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
            let name = UnsafeBufferPointer(start: start, count: strlen(start))
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
            switch Int(entry.pointee.d_type) {
            case DT_REG: if place.includes(name) { append(name, .file) }
            case DT_DIR: append(name, .folder)
            case DT_LNK, DT_UNKNOWN: append(name, .other)
            default: continue
            }
        }
        names.withUnsafeBufferPointer { names in
            entries.sort { left, right in
                // Safety: the ranges are within the names, and the count is that of the shorter one.
                guard let base = names.baseAddress else { return false }
                let count = min(left.name.count, right.name.count)
                let order = memcmp(base + left.name.lowerBound, base + right.name.lowerBound, count)
                return order != 0 ? order < 0 : left.name.count < right.name.count
            }
        }
    }

    private mutating func append(_ name: some Collection<UInt8>, _ kind: Kind) {
        let start = names.count
        names.append(contentsOf: name)
        entries.append((start..<names.count, kind))
    }
}
