import Glibc
import Reporting
import Synchronization
package import SystemPackage

/// The environment of child processes: devtool's own with changes, as bytes that need not be UTF-8.
///
/// devtool's environment is copied only once, for the first child.
package final class ChildEnvironment: Sendable {
    private typealias Copy = (strings: CStrings, places: [String: [Int]])

    /// Differences from devtool's environment; `nil` removes a variable.
    let changes: [String: String?]
    private let copy = Mutex<Copy?>(nil)

    package init(changes: [String: String?] = [:]) { self.changes = changes }

    /// The variables as `NAME=value`; throws `Errno.invalidArgument` if a value contains NUL.
    package func strings(updatedBy changes: [String: String?] = [:]) throws(Errno) -> CStrings {
        let inherited = try copy.withLock { copy throws(Errno) in
            if let copy { return copy }
            let own = Self.copy(of: try CStrings(Self.own))
            let new = Self.copy(of: try Self.applying(self.changes, to: own))
            copy = new
            return new
        }
        return try Self.applying(changes, to: inherited)
    }

    private static func applying(_ changes: [String: String?], to inherited: Copy) throws(Errno) -> CStrings {
        if changes.isEmpty { return inherited.strings }
        var strings = CStrings(
            inheriting: inherited.strings, without: changes.keys.flatMap { inherited.places[$0] ?? [] })
        for case let (name, value?) in changes.sorted(by: { $0.key < $1.key }) {
            try strings.append(Array("\(name)=".utf8) + value.heldBytes)
        }
        return strings
    }

    private static func copy(of strings: CStrings) -> Copy {
        var places: [String: [Int]] = [:]
        for (place, assignment) in strings.strings.enumerated() {
            let name = assignment.prefix { $0 != UInt8(ascii: "=") }
            places[String(decoding: name, as: UTF8.self), default: []].append(place)
        }
        return (CStrings(inheriting: strings), places)
    }

    private static var own: [[UInt8]] {
        var variables: [[UInt8]] = []
        var entry = environ
        // Safety: `environ` is a null-terminated array of C strings, and nothing changes it.
        while let text = entry.pointee {
            variables.append(Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(text), count: strlen(text))))
            entry += 1
        }
        return variables
    }
}
