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
        for string in strings {
            guard !string.contains(0) else { throw .invalidArgument }
            starts.append(bytes.count)
            bytes += string
            bytes.append(0)
        }
    }

    /// Passes the array to `body`, within which it is valid.
    func withPointers<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            // Safety: every start lies within the bytes, and a zero follows each string. Nobody writes to
            // them, though C declares them so.
            let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            return body(
                starts.map { base?.advanced(by: $0).assumingMemoryBound(to: CChar.self) } + [nil])
        }
    }
}
