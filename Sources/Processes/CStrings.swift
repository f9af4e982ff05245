import SystemPackage

/// A null-terminated array of C strings, as programs are given their arguments and their environment.
package struct CStrings: Sendable {
    /// All strings, each with its zero.
    private var bytes: [UInt8] = []
    private var starts: [Int] = []

    /// Copies strings.
    ///
    /// - Throws: `Errno.invalidArgument` when one has a zero in it, and would be cut off there.
    init(_ strings: some Sequence<[UInt8]>) throws(Errno) {
        for string in strings { try append(string) }
    }

    /// Copies one more string.
    ///
    /// - Throws: as ``init(_:)``.
    mutating func append(_ string: [UInt8]) throws(Errno) {
        guard !string.contains(0) else { throw .invalidArgument }
        starts.append(bytes.count)
        bytes += string
        bytes.append(0)
    }

    /// Takes strings away, given their places; their bytes stay, unused.
    mutating func remove(_ places: [Int]) {
        for place in places.sorted(by: >) { starts.remove(at: place) }
    }

    /// The strings, without their zeros.
    var strings: [ArraySlice<UInt8>] {
        starts.map { start in bytes[start...].prefix { $0 != 0 } }
    }

    /// Passes the array to `body`, within which it is valid.
    func withPointers<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            // Safety: every start lies within the bytes, and a zero follows each string. Nobody writes to
            // them, though C declares them so.
            let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            var pointers: [UnsafeMutablePointer<CChar>?] = []
            pointers.reserveCapacity(starts.count + 1)
            for start in starts {
                pointers.append(base?.advanced(by: start).assumingMemoryBound(to: CChar.self))
            }
            pointers.append(nil)
            return body(pointers)
        }
    }
}
