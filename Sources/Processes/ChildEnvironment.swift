import Glibc
import Reporting
import Synchronization
package import SystemPackage

/// The environment of children: devtool's own, as bytes, which need not be UTF-8, with changes.
///
/// Devtool's own is copied once, when the first child needs it, and not for every child.
package final class ChildEnvironment: Sendable {
    private struct Variable {
        let name: String
        let assignment: [UInt8]
    }

    private struct Copy {
        let variables: [Variable]
        let strings: CStrings
    }

    /// What differs from devtool's own; nil takes a variable away.
    let changes: [String: String?]
    private let copy = Mutex<Copy?>(nil)

    /// Describes an environment.
    package init(changes: [String: String?] = [:]) {
        self.changes = changes
    }

    /// The variables as `NAME=value`, with further changes.
    ///
    /// - Throws: `Errno.invalidArgument` when a value has a zero in it.
    package func strings(updatedBy changes: [String: String?] = [:]) throws(Errno) -> CStrings {
        let inherited = try copy.withLock { copy throws(Errno) in
            if let copy { return copy }
            let variables = Self.applying(self.changes, to: Self.own)
            let new = Copy(
                variables: variables, strings: try CStrings(variables.map(\.assignment)))
            copy = new
            return new
        }
        if changes.isEmpty { return inherited.strings }
        return try CStrings(
            Self.applying(changes, to: inherited.variables).map(\.assignment))
    }

    private static func applying(
        _ changes: [String: String?], to variables: [Variable]
    ) -> [Variable] {
        if changes.isEmpty { return variables }
        let added = changes.sorted { $0.key < $1.key }.compactMap { name, value in
            value.map { Variable(name: name, assignment: Array("\(name)=".utf8) + $0.heldBytes) }
        }
        return variables.filter { changes[$0.name] == nil } + added
    }

    private static var own: [Variable] {
        var variables: [Variable] = []
        var entry = environ
        // Safety: `environ` is a null-terminated array of C strings, and nothing changes it.
        while let text = entry.pointee {
            let assignment = Array(
                UnsafeRawBufferPointer(start: UnsafeRawPointer(text), count: strlen(text)))
            let name = assignment.prefix { $0 != UInt8(ascii: "=") }
            variables.append(
                Variable(name: String(decoding: name, as: UTF8.self), assignment: assignment))
            entry += 1
        }
        return variables
    }
}
