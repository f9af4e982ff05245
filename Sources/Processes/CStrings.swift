import SystemPackage

/// A null-terminated array of C strings, for arguments and environments.
package struct CStrings: Sendable {
    private struct Part: Sendable {
        var bytes: [UInt8] = []
        var starts: [Int] = []

        var strings: [ArraySlice<UInt8>] { starts.map { start in bytes[start...].prefix { $0 != 0 } } }

        mutating func append(_ string: some Collection<UInt8>) {
            starts.append(bytes.count)
            bytes += string
            bytes.append(0)
        }
    }

    /// Shared with other values through copy-on-write.
    private var inherited = Part()
    private var own = Part()

    /// Throws `Errno.invalidArgument` if a string contains NUL, which would truncate it.
    init(_ strings: some Sequence<[UInt8]>) throws(Errno) { for string in strings { try append(string) } }

    /// Takes the strings of another value except those at `places`; copies nothing if that value has only inherited
    /// strings.
    init(inheriting other: CStrings, without places: [Int] = []) {
        inherited = other.inherited
        for string in other.own.strings { inherited.append(string) }
        for place in places.sorted(by: >) { inherited.starts.remove(at: place) }
    }

    mutating func append(_ string: [UInt8]) throws(Errno) {
        guard !string.contains(0) else { throw .invalidArgument }
        own.append(string)
    }

    var strings: [ArraySlice<UInt8>] { inherited.strings + own.strings }

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
    fileprivate func string(at start: Int) -> UnsafeMutablePointer<CChar>? {
        // Safety: every start is within the bytes, and each string ends with NUL. C declares the strings mutable, but
        // nothing writes to them.
        UnsafeMutableRawPointer(mutating: baseAddress)?.advanced(by: start).assumingMemoryBound(to: CChar.self)
    }
}
