import DevtoolKit
import Glibc
import SystemPackage

/// The watched folders, and the meaning of events in them.
struct WatchTree: Sendable {
    private struct Folder: Sendable {
        /// The state of each matching pattern list, by its index.
        var places: [Int: GlobPlace] = [:]
        var watch: Int32
    }

    private let globs: [Glob]
    /// The given folders; changes to the folders above them are ignored.
    private let bases: [FilePath]
    private let queue: INotify
    private var folders: [[UInt8]: Folder] = [:]
    /// The paths of each watched folder; links can add more.
    private var paths: [Int32: Set<[UInt8]>] = [:]

    init(_ globs: [Glob], bases: [FilePath], on queue: INotify) throws {
        (self.globs, self.bases, self.queue) = (globs, bases, queue)
        try addAll()
    }

    /// The matching files that an event changes; after a loss of events, the given folders.
    mutating func changes(by event: INotify.Event) throws(Problem) -> Set<[UInt8]> {
        if event.isAny(IN_Q_OVERFLOW) {
            return try afterLoss()
        } else if event.isAny(IN_IGNORED) {
            for path in paths.removeValue(forKey: event.watch) ?? [] { folders[path] = nil }
            return []
        }
        var changes: Set<[UInt8]> = []
        for folder in paths[event.watch] ?? [] where !event.name.isEmpty {
            changes.formUnion(try self.changes(by: event, in: folder))
        }
        return changes
    }

    private mutating func changes(by event: INotify.Event, in folder: [UInt8]) throws(Problem) -> Set<[UInt8]> {
        guard let places = folders[folder]?.places else { return [] }
        let path = folder + event.name
        var changes: Set<[UInt8]> = []
        if !event.isFolder, places.values.contains(where: { event.name.withUnsafeBufferPointer($0.includes) }) {
            changes.insert(path)
        }
        // These events do not concern folders.
        if event.isAny(IN_MODIFY, IN_CLOSE_WRITE) { return changes }
        let below = places.compactMapValues { place in
            event.name.withUnsafeBufferPointer { place.below($0, isLink: !event.isFolder) }
        }
        if below.isEmpty { return changes }
        let hadFolder = forget(path + [UInt8(ascii: "/")])
        // The files in a folder that was moved away cause no events.
        if hadFolder, event.isAny(IN_MOVED_FROM, IN_DELETE) { changes.insert(path) }
        if event.isAny(IN_CREATE, IN_MOVED_TO) {
            for (index, place) in below {
                let prefix = path + [UInt8(ascii: "/")]
                changes.formUnion(try add(place, index, in: prefix))
            }
        }
        return changes
    }

    private mutating func afterLoss() throws(Problem) -> Set<[UInt8]> {
        // Watches of vanished folders have vanished, too.
        for watch in paths.keys { queue.forget(watch) }
        (folders, paths) = ([:], [:])
        do { try addAll() } catch let error as Problem { throw error } catch {}
        return Set(bases.map { Array($0.string.utf8) })
    }

    private mutating func addAll() throws {
        for (index, glob) in globs.enumerated() {
            if let root = glob.root { _ = try walk(root, index, in: [UInt8(ascii: "/")]) }
        }
    }

    /// Watches a new folder, and finds files created before the watch.
    private mutating func add(_ place: GlobPlace, _ index: Int, in folder: [UInt8]) throws(Problem) -> Set<[UInt8]> {
        do { return try walk(place, index, in: folder) } catch let error as Problem { throw error } catch {
            // Unreadable folders are ignored, unless they existed at the start.
            return []
        }
    }

    private mutating func walk(_ place: GlobPlace, _ index: Int, in folder: [UInt8]) throws -> Set<[UInt8]> {
        let visit = try GlobWalk.walk(place, in: FilePath(bytes: folder), as: folder, Visit(tree: self, index: index))
        self = visit.tree
        return visit.files
    }

    /// Forgets a folder and its subfolders; returns `false` if there are none.
    private mutating func forget(_ prefix: [UInt8]) -> Bool {
        // Subfolders are only known if the folder is.
        if folders[prefix] == nil { return false }
        for path in folders.keys.filter({ $0.starts(with: prefix) }) {
            guard let watch = folders.removeValue(forKey: path)?.watch else { continue }
            paths[watch]?.remove(path)
            if paths[watch]?.isEmpty ?? true {
                paths[watch] = nil
                queue.forget(watch)
            }
        }
        return true
    }

    /// Whether a folder only leads to a given one.
    private func isPassage(_ folder: [UInt8], _ place: GlobPlace) -> Bool {
        guard let names = place.names, names.count == 1, let name = names.first else { return false }
        let next = folder + name
        return bases.contains { base in
            let base = Array(base.string.utf8)
            return base == next || base.starts(with: next + [UInt8(ascii: "/")])
        }
    }

    private struct Visit: GlobVisitor {
        var tree: WatchTree
        let index: Int
        var files: Set<[UInt8]> = []

        mutating func enter(_ folder: UnsafeBufferPointer<UInt8>, _ place: GlobPlace) throws {
            let path = Array(folder)
            if tree.isPassage(path, place) { return }
            guard let watch = try tree.queue.watch(path) else { return }
            if let known = tree.folders[path], known.watch != watch {
                // Another folder has taken the name.
                tree.paths[known.watch]?.remove(path)
                tree.folders[path] = nil
            }
            tree.folders[path, default: Folder(watch: watch)].places[index] = place
            tree.paths[watch, default: []].insert(path)
        }

        mutating func visit(_ file: UnsafeBufferPointer<UInt8>, _ status: stat) -> Bool {
            files.insert(Array(file))
            return true
        }
    }
}
