/// The owner of a changelog lock: the mark of one run of Liquibase that devtool started.
///
/// Liquibase writes the mark into the column LOCKEDBY, as `host#mark (address)`. It holds what is needed
/// to prove later that nobody works under the lock any more, for a host's name and address prove nothing:
/// both may repeat.
///
/// ```swift
/// LockOwner(lockedBy: "ci-7#devtool-93b1f0c2d4e5a687-4711-83920-k3x9q1z0 (10.0.0.7)")?.process  // 4711
/// ```
struct LockOwner: Hashable, CustomStringConvertible {
    /// Where devtool runs: the same digits for the same boot of the same machine, and the same process
    /// namespace there; all digits 0 where that cannot be told.
    let place: String
    let process: Int32
    /// When that was started, in the kernel's ticks since boot: a number can be another's later.
    let start: UInt64
    /// What tells the runs of that process, and those of other places, apart.
    let run: String

    /// Makes the owner of a new run of this process.
    init(among processes: ProcessTable = ProcessTable()) {
        let own = processes.own
        place = own.map { processes.place(of: $0) } ?? Self.unknownPlace
        process = own?.number ?? 0
        start = own?.start ?? 0
        run = String(UInt64.random(in: Self.runs), radix: 36)
    }

    /// Reads the owner out of LOCKEDBY; nil for the lock of somebody else.
    init?(lockedBy text: String) {
        guard
            let match = text.firstMatch(
                of: /#devtool-([0-9a-f]{16})-([0-9]+)-([0-9]+)-([0-9a-z]{1,13})(?: \(|$)/),
            let process = Int32(match.2), let start = UInt64(match.3)
        else { return nil }
        place = String(match.1)
        self.process = process
        self.start = start
        run = String(match.4)
    }

    /// The mark for `liquibase.hostDescription`: plain ASCII without anything that is special in SQL or in
    /// its patterns, and short, as LOCKEDBY holds 255 characters.
    var description: String { processMark + run }

    /// What the marks of all runs of one devtool process begin with.
    ///
    /// It is to be in the command line of every Java that it starts: one that has several runs gets their
    /// own marks where nobody else can look.
    var processMark: String { "devtool-\(place)-\(process)-\(start)-" }

    /// The pattern of SQL's LIKE that LOCKEDBY of this very run matches.
    var pattern: String { "%#\(self) (%" }

    /// The name by which a database knows the run's sessions.
    var applicationName: String { "devtool-migrate-\(run)" }

    /// Whether it is proven that nobody works under the lock any more.
    ///
    /// That is so only for a process of this boot of this host and of this process namespace which is
    /// gone, or whose number is another's now, and whose Liquibase is gone, too: that outlives a devtool
    /// that was killed. Everything else is in doubt, and a lock in doubt is left alone.
    func isDead(among processes: ProcessTable = ProcessTable()) -> Bool {
        guard place != Self.unknownPlace, let own = processes.own,
            place == processes.place(of: own)
        else { return false }
        return !processes.isRunning(process, startedAt: start)
            && processes.mentions(of: processMark) == .none
    }

    private static let unknownPlace = String(repeating: "0", count: 16)
    /// Ten to twelve digits: more runs than there will ever be at a time.
    private static let runs: ClosedRange<UInt64> = 101_559_956_668_416...4_738_381_338_321_616_895
}
