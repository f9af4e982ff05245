import Glibc

/// The entries of a folder that patterns can match, sorted by the bytes of their names.
struct FolderListing {
    /// The type of an entry, as far as the folder reports it.
    enum Kind {
        /// A regular file, which matches.
        case file
        case folder
        /// A symbolic link, or anything else that needs a closer look.
        case other
    }

    struct Entry {
        /// Where its name is among the ``names``.
        var name: Range<Int>
        var kind: Kind
    }

    /// The names, one after the other.
    private(set) var names: [UInt8] = []
    private(set) var entries: [Entry] = []

    /// Names that may be there or not.
    init(of names: [[UInt8]]) {
        for name in names { append(name, .other) }
    }

    /// Reads a folder to its end.
    init(of stream: OpaquePointer, _ place: GlobPlace) {
        if place.leadsUp { append("..".utf8, .folder) }
        while let entry = readdir(stream) {
            // Safety: the name is a C string that ends within the entry, which may be shorter than its
            // type says: so it is reached through the pointer, without copying the whole entry.
            let offset = MemoryLayout.offset(of: \dirent.d_name) ?? 0
            let start = UnsafeRawPointer(entry).advanced(by: offset)
                .assumingMemoryBound(to: UInt8.self)
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
        entries.append(Entry(name: start..<names.count, kind: kind))
    }
}
