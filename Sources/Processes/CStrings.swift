import SystemPackage

/// A null-terminated array of C strings, as programs are given their arguments and their environment.
package struct CStrings: Sendable {
    /// Strings that lie one after another.
    private struct Part: Sendable {
        /// All strings, each with its zero.
        var bytes: [UInt8] = []
        /// Where each begins that counts.
        var starts: [Int] = []

        /// The strings, without their zeros.
        var strings: [ArraySlice<UInt8>] {
            starts.map { start in bytes[start...].prefix { $0 != 0 } }
        }

        /// Copies one more string.
        mutating func append(_ string: some Collection<UInt8>) {
            starts.append(bytes.count)
            bytes += string
            bytes.append(0)
        }
    }

    /// Those that others have, too, of which there is one copy for all.
    private var inherited = Part()
    private var own = Part()

    /// Copies strings.
    ///
    /// - Throws: `Errno.invalidArgument` when one has a zero in it, and would be cut off there.
    init(_ strings: some Sequence<[UInt8]>) throws(Errno) {
        for string in strings { try append(string) }
    }

    /// The strings of another, which are not copied if it has no own ones, but those at some places.
    init(inheriting other: CStrings, without places: [Int] = []) {
        inherited = other.inherited
        for string in other.own.strings { inherited.append(string) }
        for place in places.sorted(by: >) { inherited.starts.remove(at: place) }
    }

    /// Copies one more string.
    ///
    /// - Throws: as ``init(_:)``.
    mutating func append(_ string: [UInt8]) throws(Errno) {
        guard !string.contains(0) else { throw .invalidArgument }
        own.append(string)
    }

    /// The strings, without their zeros.
    var strings: [ArraySlice<UInt8>] { inherited.strings + own.strings }

    /// Passes the array to `body`, within which it is valid.
    func withPointers<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        inherited.bytes.withUnsafeBytes { others in
            own.bytes.withUnsafeBytes { bytes in
                var pointers: [UnsafeMutablePointer<CChar>?] = []
                pointers.reserveCapacity(inherited.starts.count + own.starts.count + 1)
                for start in inherited.starts { pointers.append(others.string(at: start)) }
                for start in own.starts { pointers.append(bytes.string(at: start)) }
                pointers.append(nil)
                return body(pointers)
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The C string that begins at an offset.
    fileprivate func string(at start: Int) -> UnsafeMutablePointer<CChar>? {
        // Safety: every start lies within the bytes, and a zero follows each string. Nobody writes to them, though C
        // declares them so.
        UnsafeMutableRawPointer(mutating: baseAddress)?.advanced(by: start)
            .assumingMemoryBound(to: CChar.self)
    }
}
