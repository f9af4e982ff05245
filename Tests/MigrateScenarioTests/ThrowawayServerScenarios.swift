import Foundation
import SystemPackage
import TestSupport
import Testing

/// The server of a rehearsal, which devtool starts itself.
@Suite(
    .enabled(if: canRunServers, "the root folder is closed to other users"),
    .enabled(if: SystemCallTrap.shared != nil, "no C compiler")) struct ThrowawayServerScenarios
{
    /// Another program listens on the port just before the server does, which then starts on another one.
    @Test(arguments: ["postgresql", "mariadb"]) func aPortThatIsTakenIsReplaced(engine: String) async throws {
        let scenario = try Scenario().withLiquibase().file(
            "db/a.sql",
            """
            --liquibase formatted sql

            --changeset ada:1
            create table t (id int);
            --rollback drop table t;

            """
        ).config("migrate: {changelog: db/a.sql, targets: {dev: {url: '\(engine)://db.invalid/app'}}}\n").file(
            "taken", "")
        let taken = scenario.folder.path.appending("taken").string
        // The server is not run as root.
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: taken)
        let outcome = try await scenario.trap(
            "listen",
            """
            port=$(tr '\\0' '\\n' </proc/$PPID/cmdline | sed -n 's/^-*port=//p')
            [ -n "$port" ] && [ ! -s '\(taken)' ] || exit 0
            python3 -c '
            import os, socket, sys
            taker = socket.create_server(("127.0.0.1", int(sys.argv[1])))
            print(sys.argv[1], file=open(sys.argv[2], "w"), flush=True)
            while os.getppid() > 1 and os.path.exists(sys.argv[2]): __import__("time").sleep(0.1)
            ' $port '\(taken)' >&- 2>&- &
            until [ -s '\(taken)' ]; do sleep 0.01; done
            """
        ).run("migrate", "rehearse").exits(0)
        #expect(outcome.errorText.hasSuffix("dev: 1 changeset rehearsed: no problems found\n"), "\(outcome.errorText)")
        let said = outcome.outputText.replacing(#/  [\d.]+ m?s\n/#, with: "  TIME\n")
        #expect(said == "CHANGESET         TIME\ndb/a.sql::1::ada  TIME\n")
        #expect(scenario.folder.text("taken")?.isEmpty == false)
    }
}
