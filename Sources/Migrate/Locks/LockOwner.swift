import DevtoolKit

/// The owner of a changelog lock: the mark of one run of Liquibase that devtool started.
///
/// Liquibase writes the mark into the column LOCKEDBY as `host#mark (address)`. The mark contains everything needed to
/// prove later that the run is dead. A host's name and address prove nothing, because both may recur.
///
/// ```swift
/// LockOwner(lockedBy: "ci-7#devtool-93b1f0c2d4e5a687-4711-83920-k3x9q1z0 (10.0.0.7)")?.process  // 4711
/// ```
struct LockOwner: Hashable, CustomStringConvertible {
    /// A hash of machine, boot and process namespace; all zeros if unknown.
    let place: String
    let process: Int32
    /// The process's start time in kernel ticks since boot, because process numbers recur.
    let start: UInt64
    let run: String

    init(among processes: ProcessTable = ProcessTable()) {
        let own = processes.own
        place = own == nil ? Self.unknownPlace : processes.place
        process = own?.number ?? 0
        start = own?.start ?? 0
        run = String(UInt64.random(in: Self.runs), radix: 36)
    }

    /// Parses LOCKEDBY; fails for a lock that is not devtool's.
    init?(lockedBy text: String) {
        guard let match = text.firstMatch(of: /#devtool-([0-9a-f]{16})-([0-9]+)-([0-9]+)-([0-9a-z]{1,13})(?: \(|$)/),
            let process = Int32(match.2), let start = UInt64(match.3)
        else { return nil }
        place = String(match.1)
        self.process = process
        self.start = start
        run = String(match.4)
    }

    /// The mark for `liquibase.hostDescription`: ASCII without special characters of SQL or LIKE, short for LOCKEDBY.
    var description: String { processMark + run }

    /// The common prefix of the marks of one devtool process, which its Java processes have in their command lines.
    var processMark: String { "devtool-\(place)-\(process)-\(start)-" }

    var pattern: String { "%#\(self) (%" }

    var applicationName: String { "devtool-migrate-\(run)" }

    /// Whether the run is proven dead.
    ///
    /// Proof requires the same boot of the same host and the same process namespace. The devtool process must be gone
    /// or its number reused, and its Liquibase gone, too, because Liquibase outlives a killed devtool. If in doubt, the
    /// lock is kept.
    func isDead(among processes: ProcessTable = ProcessTable()) -> Bool {
        guard place != Self.unknownPlace, processes.own != nil, place == processes.place else { return false }
        return !processes.isRunning(process, startedAt: start) && processes.provesAbsence(of: processMark)
    }

    private static let unknownPlace = String(repeating: "0", count: 16)
    /// Numbers with ten to twelve digits in base 36.
    private static let runs: ClosedRange<UInt64> = 101_559_956_668_416...4_738_381_338_321_616_895
}
