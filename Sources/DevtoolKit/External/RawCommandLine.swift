#if canImport(Glibc)
    import Glibc
#endif

/// What devtool was started with, as bytes: neither arguments nor variables need be UTF-8, and Swift's
/// strings would repair what is not.
enum RawCommandLine {
    /// The bytes of `arguments`, the last ones of this process.
    ///
    /// Where they are not, as in a command that is run within devtool, their own text.
    static func bytes(of arguments: [String]) -> [[UInt8]] {
        let words = CommandLine.arguments
        guard words.suffix(arguments.count) == arguments[...] else {
            return arguments.map { Array($0.utf8) }
        }
        // Safety: `unsafeArgv` holds `argc` C strings, which live as long as the process.
        return (words.count - arguments.count..<words.count).compactMap { index in
            CommandLine.unsafeArgv[index].map(bytes)
        }
    }

    /// The environment as `NAME=value`, with the given changes; nil takes a variable away.
    static func environment(updatedBy changes: [String: String?]) -> [[UInt8]] {
        var assignments: [[UInt8]] = []
        var entry = environ
        // Safety: `environ` is a null-terminated array of C strings, and nothing changes it.
        while let assignment = entry.pointee {
            assignments.append(bytes(assignment))
            entry += 1
        }
        let kept = assignments.filter { assignment in
            let name = assignment.prefix { $0 != UInt8(ascii: "=") }
            return changes[String(decoding: name, as: UTF8.self)] == nil
        }
        let added = changes.sorted { $0.key < $1.key }
            .compactMap { name, value in value.map { Array("\(name)=\($0)".utf8) } }
        return kept + added
    }

    private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        // Safety: a C string's bytes, read up to its end.
        Array(UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
    }
}

/// A null-terminated array of C strings, as `posix_spawn` takes it; freed with the value.
struct CStrings: ~Copyable {
    /// The array.
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    /// Copies strings that have no zero in them.
    init(_ strings: [[UInt8]]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() {
            // Safety: every string gets its bytes and a zero; the array, its count and a null.
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
            for (offset, byte) in (string + [0]).enumerated() {
                (copy + offset).initialize(to: CChar(bitPattern: byte))
            }
            (pointers + index).initialize(to: copy)
        }
        (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { pointers[index]?.deallocate() }
        pointers.deallocate()
    }
}
