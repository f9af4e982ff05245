import DevtoolKit
import Synchronization
import SystemPackage

/// Finds the programs that tasks name, and remembers where: a run of a thousand tasks mostly runs the same
/// few.
///
/// What was not found is looked for anew: a task may have made it in the meantime.
final class ProgramSearch: Sendable {
    private struct Key: Hashable {
        let name: String
        let searchPath: String?
    }

    private let found = Mutex<[Key: FilePath]>([:])

    /// The program of a name on the context's `PATH`, or of a path from its folder.
    func program(named name: String, in context: Context) -> FilePath? {
        guard !name.contains("/") else {
            return context.program(named: name, from: context.workingDirectory)
        }
        let key = Key(name: name, searchPath: context.environment["PATH"])
        if let path = found.withLock({ $0[key] }) { return path }
        let path = context.executable(named: name)
        if let path { found.withLock { $0[key] = path } }
        return path
    }
}
