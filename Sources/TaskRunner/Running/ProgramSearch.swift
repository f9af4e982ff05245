import DevtoolKit
import Synchronization
import SystemPackage

/// Finds the programs that tasks use, and caches their paths: a run of a thousand tasks mostly runs the
/// same few.
///
/// What was not found is looked for anew: a task may have made it in the meantime.
final class ProgramSearch: Sendable {
    /// The programs by the `PATH` that they were looked for on, and their names.
    private struct Found {
        /// The `PATH` that was used last, which mostly is that of all tasks.
        private var path = ""
        private var programs: [String: FilePath] = [:]
        private var others: [String: [String: FilePath]] = [:]

        /// The program of a name on a `PATH`.
        subscript(path: String, name: String) -> FilePath? {
            mutating get {
                use(path)
                return programs[name]
            }
            set {
                use(path)
                programs[name] = newValue
            }
        }

        private mutating func use(_ path: String) {
            if path == self.path { return }
            others[self.path] = programs
            programs = others[path] ?? [:]
            self.path = path
        }
    }

    private let found = Mutex(Found())
    /// The programs that have been found to need no shell.
    private let binaries = Mutex<Set<String>>([])

    /// The program of a name, as ``program(named:in:)`` finds it, if the system starts it by itself (ELF): of a
    /// script a shell knows what to do where it names no interpreter, or one that is not there.
    func binary(named name: String, in context: Context) -> FilePath? {
        guard let path = program(named: name, in: context) else { return nil }
        if binaries.withLock({ $0.contains(path.heldText) }) { return path }
        guard path.isBinary else { return nil }
        binaries.withLock { _ = $0.insert(path.heldText) }
        return path
    }

    /// The program of a name on the context's `PATH`, or of a path from a folder; from the context's where that is nil.
    func program(
        named name: String, from directory: FilePath? = nil, in context: Context
    ) -> FilePath? {
        guard !name.contains("/") else {
            return context.program(named: name, from: directory ?? context.workingDirectory)
        }
        let folders = context.environment["PATH"] ?? ""
        if let path = found.withLock({ $0[folders, name] }) { return path }
        let path = context.executable(named: name)
        if let path { found.withLock { $0[folders, name] = path } }
        return path
    }
}

extension FilePath {
    /// Whether the file begins as programs do that the system starts by itself.
    fileprivate var isBinary: Bool {
        guard let file = try? FileDescriptor.input(self) else { return false }
        defer { try? file.close() }
        var magic = [UInt8](repeating: 0, count: 4)
        let count = magic.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
        return count == 4 && magic.elementsEqual("\u{7F}ELF".utf8)
    }
}
