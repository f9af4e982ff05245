import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

/// Whose a lock is, and when it is proven that its owner is gone.
@Suite struct LockOwnerTests {
    /// A list of processes as `/proc` has it, in a folder.
    private struct Table {
        let folder = TemporaryFolder()

        init() throws {
            try folder.write("6b1f0c2d-93b1\n", to: "sys/kernel/random/boot_id")
            try folder.write("", to: "self/ns/none")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path.appending("self/ns/pid").string, withDestinationPath: "pid:[4026531836]")
            try add(1, start: 2, command: "init")
            try add(20, start: 500, command: "devtool\0migrate\0update")
            try folder.write(Self.status(20, start: 500), to: "self/stat")
        }

        func add(_ number: Int, start: UInt64, state: String = "S", command: String) throws {
            try folder.write(Self.status(number, start: start, state: state), to: "\(number)/stat")
            try folder.write(command, to: "\(number)/cmdline")
        }

        func processes(ownNumber: Int32 = 20, hostName: String = "ci-7") -> ProcessTable {
            ProcessTable(folder: folder.path, ownNumber: ownNumber, hostName: hostName)
        }

        /// The name may hold anything.
        static func status(_ number: Int, start: UInt64, state: String = "S") -> String {
            "\(number) (a) b) \(state) 1 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 \(start) 9 9\n"
        }
    }

    @Test func theMarkIsReadBack() throws {
        let table = try Table()
        let owner = LockOwner(among: table.processes())
        #expect(owner.process == 20)
        #expect(owner.start == 500)
        #expect(owner.description.wholeMatch(of: /devtool-[0-9a-f]{16}-20-500-[0-9a-z]+/) != nil)
        #expect(LockOwner(lockedBy: "ci-7#\(owner) (10.0.0.7)") == owner)
        #expect(LockOwner(lockedBy: "fd00::2%eth0#\(owner) (fd00::2%eth0)") == owner)
        #expect(LockOwner(lockedBy: "ci-7#\(owner)") == owner)
        #expect("ci-7#\(owner) (10.0.0.7)".hasSuffix(owner.pattern.trimmed("%") + "10.0.0.7)"))
        #expect(owner.applicationName == "devtool-migrate-\(owner.run)")
        // Longer names are cut off by PostgreSQL.
        #expect(owner.applicationName.utf8.count < 64)
        #expect(LockOwner(among: table.processes()).run != owner.run)
    }

    @Test func theMarkOfThisProcessIsReal() {
        let owner = LockOwner()
        #expect(owner.process == getpid())
        #expect(!owner.place.allSatisfy { $0 == "0" })
        #expect(!owner.isDead())
    }

    /// Others use the same property, and some have names like ours.
    @Test(arguments: [
        "", "ci-7 (10.0.0.7)", "ci-7#deploy (10.0.0.7)", "devtool-0123456789abcdef-1-2-x", "ci-7#devtool (10.0.0.7)",
        "ci-7#devtool-0123456789abcdef-1-2 (10.0.0.7)", "ci-7#devtool-0123456789abcdef-1-2-x% (10.0.0.7)",
        "ci-7#devtool-0123456789abcde-1-2-x", "ci-7#devtool-0123456789abcdef-99999999999-2-x (1)",
        "ci-7#devtool-0123456789ABCDEF-1-2-x", "ci-7#devtool-0123456789abcdef-1-2-' OR 1=1 (1)",
    ]) func theLockOfSomebodyElseHasNoOwner(lockedBy: String) { #expect(LockOwner(lockedBy: lockedBy) == nil) }

    @Test func whoRunsIsNotDead() throws {
        let table = try Table()
        #expect(!LockOwner(among: table.processes()).isDead(among: table.processes()))
    }

    /// The owner's process, 30, has been started at 900.
    @Test func whoIsGoneIsDead() throws {
        let table = try Table()
        let owner = try ownerOf30(in: table)
        #expect(!owner.isDead(among: table.processes()))
        try FileManager.default.removeItem(atPath: table.folder.path.appending("30").string)
        #expect(owner.isDead(among: table.processes()))
        // The number is another's.
        try table.add(30, start: 901, command: "sh")
        #expect(owner.isDead(among: table.processes()))
        // It has ended, and nobody has reaped it.
        try table.add(30, start: 900, state: "Z", command: "")
        #expect(owner.isDead(among: table.processes()))
    }

    /// A devtool that was killed leaves a Java that works on.
    @Test func whoseLiquibaseRunsIsNotDead() throws {
        let table = try Table()
        let owner = try ownerOf30(in: table)
        try table.add(30, start: 900, state: "Z", command: "")
        try table.add(31, start: 901, command: "java\0-Dliquibase.hostDescription=\(owner)\0-cp\0x")
        #expect(!owner.isDead(among: table.processes()))
        try table.add(31, start: 901, state: "Z", command: "")
        #expect(owner.isDead(among: table.processes()))
        // A Java that has several runs does not show which.
        try table.add(31, start: 901, command: "java\0-Ddevtool.process=\(owner.processMark)\0-cp\0x")
        #expect(!owner.isDead(among: table.processes()))
    }

    @Test func whoCannotBeSeenIsInDoubt() throws {
        let table = try Table()
        let owner = try ownerOf30(in: table)
        try FileManager.default.removeItem(atPath: table.folder.path.appending("30").string)
        #expect(owner.isDead(among: table.processes()))
        // A resumed copy of the machine.
        #expect(!owner.isDead(among: table.processes(hostName: "ci-8")))
        // The list is that of another namespace.
        #expect(!owner.isDead(among: table.processes(ownNumber: 21)))
        // Another container.
        let namespace = table.folder.path.appending("self/ns/pid").string
        try FileManager.default.removeItem(atPath: namespace)
        try FileManager.default.createSymbolicLink(atPath: namespace, withDestinationPath: "pid:[4026532201]")
        #expect(!owner.isDead(among: table.processes()))
        try FileManager.default.removeItem(atPath: namespace)
        #expect(!owner.isDead(among: table.processes()))
        #expect(!LockOwner(among: table.processes()).isDead(among: table.processes()))
    }

    @Test func afterAnotherBootEverythingIsInDoubt() throws {
        let table = try Table()
        let owner = try ownerOf30(in: table)
        try FileManager.default.removeItem(atPath: table.folder.path.appending("30").string)
        try table.folder.write("another\n", to: "sys/kernel/random/boot_id")
        #expect(!owner.isDead(among: table.processes()))
    }

    /// With the mount option `hidepid`, processes of other users are missing.
    @Test func whereProcessesAreHiddenEverythingIsInDoubt() throws {
        let table = try Table()
        let owner = try ownerOf30(in: table)
        try FileManager.default.removeItem(atPath: table.folder.path.appending("30").string)
        try FileManager.default.removeItem(atPath: table.folder.path.appending("1").string)
        #expect(!owner.isDead(among: table.processes()))
        #expect(LockOwner(among: table.processes()).place == "0000000000000000")
    }

    @Test func aStatusThatCannotBeReadIsInDoubt() throws {
        let table = try Table()
        let owner = try ownerOf30(in: table)
        try table.folder.write("30 (x", to: "30/stat")
        #expect(!owner.isDead(among: table.processes()))
        let path = table.folder.path.appending("31/cmdline").string
        try FileManager.default.removeItem(atPath: table.folder.path.appending("30").string)
        // A folder cannot be read, as root too.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(!owner.isDead(among: table.processes()))
    }

    private func ownerOf30(in table: Table) throws -> LockOwner {
        let own = LockOwner(among: table.processes())
        try table.add(30, start: 900, command: "devtool")
        let owner = LockOwner(lockedBy: "h#devtool-\(own.place)-30-900-k3x9q1z0ab (1)")
        return try #require(owner)
    }
}

extension String {
    fileprivate func trimmed(_ character: Character) -> String {
        String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
    }
}
