import DevtoolKit
import Dispatch
import Glibc
import SystemPackage

/// Reports changes to files that match patterns.
///
/// ```swift
/// let watcher = try SourceWatcher(
///     sources: [WatchedPatterns(directory: "/project", patterns: ["src/**/*.c"])],
///     files: ["/project/devtool.yml"],
///     ignoring: [WatchedPatterns(directory: "/project", patterns: ["build"])])
/// while true { print(try await watcher.next()) }
/// ```
///
/// It watches all folders in which the patterns can match, including later ones. Changes are kept until ``next()``.
/// Links to files are not followed, so changes to their targets are not noticed.
final class SourceWatcher: Sendable {
    private let mailbox = WatchMailbox()
    /// One end of a socket pair; closing it ends the watch.
    private let end: Int32

    /// Starts to watch.
    ///
    /// `files` are absolute paths that are watched even if ignored. `.git` is always ignored.
    init(sources: [WatchedPatterns], files: [FilePath], ignoring outputs: [WatchedPatterns]) throws {
        let ignored = outputs.flatMap(\.absolute).filter { !$0.hasPrefix("!") }.map { "!\($0)" }
        var globs = try sources.map { try Glob($0.absolute + ignored + ["!/**/.git"]) }
        globs.append(try Glob(files.map(\.asPattern)))
        let bases = sources.map(\.directory) + files.map { $0.containingFolder }
        let queue = try INotify()
        let tree = try WatchTree(globs, bases: bases, on: queue)
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        if socketpair(AF_UNIX, Int32(bitPattern: kind), 0, &ends) != 0 {
            throw Problem.cannotWatch(Errno(rawValue: errno))
        }
        end = ends[1]
        // Waiting blocks a thread, which must not be one of the shared pool.
        DispatchQueue(label: "devtool.watch").async { [mailbox, end = ends[0]] in
            var loop = WatchLoop(queue: queue, tree: tree, end: end, mailbox: mailbox)
            loop.run()
            close(end)
        }
    }

    deinit { close(end) }

    /// Waits until files have changed and then none for a moment, and returns their sorted paths.
    ///
    /// After too many changes, these are the given folders. Only one task may wait.
    ///
    /// - Throws: ``Problem``; `CancellationError`.
    func next() async throws -> [FilePath] { try await mailbox.next() }
}

struct WatchLoop {
    let queue: INotify
    var tree: WatchTree
    /// Becomes readable when the watch ends.
    let end: Int32
    let mailbox: WatchMailbox

    /// The time without changes after which they are reported.
    static let quietPeriod = Duration.milliseconds(100)
    /// The longest time that changes are held back.
    static let longestDelay = Duration.seconds(1)

    mutating func run() {
        var changes: Set<[UInt8]> = []
        var due: (quiet: ContinuousClock.Instant, latest: ContinuousClock.Instant)?
        while true {
            let deadline = due.map { min($0.quiet, $0.latest) }
            guard let hasEvents = wait(until: deadline) else { return }
            do {
                var found: Set<[UInt8]> = []
                for event in hasEvents ? queue.events() : [] { found.formUnion(try tree.changes(by: event)) }
                if !found.isEmpty {
                    let now = ContinuousClock.now
                    changes.formUnion(found)
                    due = (now + Self.quietPeriod, due?.latest ?? now + Self.longestDelay)
                }
            } catch { return mailbox.fail(with: error) }
            if let due, .now >= min(due.quiet, due.latest) {
                mailbox.put(changes)
                changes = []
            }
            if changes.isEmpty { due = nil }
        }
    }

    /// Whether events have come by the deadline; `nil` if the watch ends.
    private func wait(until deadline: ContinuousClock.Instant?) -> Bool? {
        var polled = [
            pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = deadline.map { max(0, (($0 - .now) / .milliseconds(1)).rounded(.up)) }
        poll(&polled, nfds_t(polled.count), timeout.map { Int32($0) } ?? -1)
        return polled[1].revents != 0 ? nil : polled[0].revents != 0
    }
}
