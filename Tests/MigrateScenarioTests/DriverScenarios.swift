import SystemPackage
import TestSupport
import Testing

/// The JDBC drivers that a release of Liquibase may lack.
@Suite struct DriverScenarios {
    /// What `install --with-drivers` downloads, as it lies in the cache.
    private static let pinned = ".cache/devtool/liquibase/4.6.2-8979a7739fa9"

    /// A Liquibase without drivers, and a Java that prints the class path.
    private static func scenario(_ config: String) throws -> Scenario {
        try Scenario().config(config).withScriptedJava("echo \"$9\"").variable("XDG_CACHE_HOME", "").variable(
            "CI", "true"
        ).file("liquibase/liquibase.jar", bytes: jar("liquibase.build.properties"))
    }

    private static func jar(_ name: String) -> [UInt8] {
        StoredZip([(name, Array("build.version=4.6.2\n".utf8))]).bytes
    }

    private static func withPinned(_ scenario: Scenario) throws -> Scenario {
        try scenario.file("\(pinned)/liquibase.jar", bytes: jar("liquibase.build.properties")).file(
            "\(pinned)/lib/sqlite-jdbc-3.jar", bytes: jar("org/sqlite/JDBC.class")
        ).file("\(pinned)/lib/h2-1.jar", bytes: jar("org/h2/Driver.class"))
    }

    private static let two = """
        migrate: {targets: {dev: {url: 'jdbc:sqlite:a'}, own: {url: 'jdbc:h2:./b', classpath: x.jar}}}

        """

    @Test func thoseThatAreMissingAreInstalledAndUsed() async throws {
        let scenario = try Self.withPinned(Self.scenario(Self.two)).file(
            "x.jar", bytes: Self.jar("org/h2/Driver.class"))
        try await scenario.run("migrate", "install", "--with-drivers").stdout("").stderr(
            "The driver org.sqlite.JDBC is installed in [DIR]/\(Self.pinned)/lib/sqlite-jdbc-3.jar\n"
        ).exits(0)
        try await scenario.run("migrate", "--target", "dev", "--raw", "status").stdout(
            "[DIR]/\(Self.pinned)/lib/sqlite-jdbc-3.jar:[DIR]/liquibase/liquibase.jar:.\n"
        ).exits(0)
        try await scenario.run("migrate", "--target", "own", "--raw", "status").stdout(
            "[DIR]/x.jar:[DIR]/liquibase/liquibase.jar:.\n"
        ).exits(0)
        let doctor = try await scenario.run("doctor")
        #expect(doctor.outputText.contains("ok    target dev: jdbc:sqlite:a\n"))
        #expect(doctor.outputText.contains("ok    target own: jdbc:h2:./b\n"))
    }

    /// The drivers of the wheel are old; a jar of the same driver from elsewhere is not told of.
    @Test func doctorTellsTheAgeOfTheWheelsDrivers() async throws {
        let scenario = try Self.scenario(
            """
            migrate:
              targets:
                a: {url: 'jdbc:sqlite:a'}
                b: {url: 'jdbc:oracle:thin:b'}
                c: {url: 'jdbc:h2:./c', classpath: h2-2.1.214.jar}

            """
        ).file("liquibase/lib/sqlite-jdbc-3.34.0.jar", bytes: Self.jar("org/sqlite/JDBC.class")).file(
            "liquibase/lib/ojdbc8-18.3.0.0.jar", bytes: Self.jar("oracle/jdbc/OracleDriver.class")
        ).file("h2-2.1.214.jar", bytes: Self.jar("org/h2/Driver.class"))
        let doctor = try await scenario.run("doctor")
        for line in [
            "target a: jdbc:sqlite:a; sqlite-jdbc-3.34.0.jar is from 2020: the Debian package "
                + "libxerial-sqlite-jdbc-java has a newer one in /usr/share/java; add it to 'classpath'\n",
            "target b: jdbc:oracle:thin:b; ojdbc8-18.3.0.0.jar is from 2018: its vendor offers a newer one; "
                + "add it to 'classpath'\n", "target c: jdbc:h2:./c\n",
        ] { #expect(doctor.outputText.contains("ok    " + line), "\(doctor.outputText)") }
    }

    /// A driver that the target names is looked for by its own class, and a jar that is only named like one is not
    /// taken for it.
    @Test func theDriverThatIsNamedIsLookedFor() async throws {
        let scenario = try Self.withPinned(Self.scenario("migrate: {url: 'jdbc:sqlite:a', driver: org.h2.Driver}\n"))
            .file("liquibase/lib/h2-tools.jar", bytes: Self.jar("org/h2/Tool.class"))
        try await scenario.run("migrate", "--raw", "status").stdout(
            "[DIR]/\(Self.pinned)/lib/h2-1.jar:[DIR]/liquibase/liquibase.jar:" + "[DIR]/liquibase/lib/h2-tools.jar:.\n"
        ).exits(0)
        let other = try Self.scenario("migrate: {url: 'jdbc:sqlite:a', driver: org.example.Driver}\n")
        let doctor = try await other.run("doctor").exits(1)
        #expect(doctor.outputText.contains("no jar contains the driver org.example.Driver\n"))
    }

    /// A folder of classes is one, too; a jar that only has the name is none to `doctor`.
    @Test func aDriverIsKnownByItsClass() async throws {
        let scenario = try Self.scenario(Self.two).file("liquibase/lib/sqlite-jdbc-9.jar", "").file(
            "x.jar/org/h2/Driver.class", "")
        let doctor = try await scenario.run("doctor").exits(1)
        #expect(doctor.outputText.contains("ok    target own: jdbc:h2:./b\n"))
        #expect(
            doctor.outputText.contains(
                """
                fail  target dev: no jar contains the driver org.sqlite.JDBC
                      install it with 'devtool migrate install --with-drivers', or add its jar to \
                'classpath' in devtool.yml; the Debian package libxerial-sqlite-jdbc-java has one in /usr/share/java

                """), "\(doctor.outputText)")
    }

    @Test func whatThePinnedReleaseLacksIsAnError() async throws {
        let scenario = try Self.withPinned(
            Self.scenario("migrate: {targets: {a: {url: 'jdbc:mysql://x/y'}, b: {url: 'jdbc:h2:./b'}}}\n"))
        try await scenario.run("migrate", "install", "--with-drivers").stdout("").stderr(
            """
            The driver org.h2.Driver is installed in [DIR]/\(Self.pinned)/lib/h2-1.jar
            devtool: no jar contains the driver com.mysql.cj.jdbc.Driver
              hint: add its jar to 'classpath' in devtool.yml

            """
        ).exits(69)
    }

    @Test func whereNoneIsMissingNothingIsDone() async throws {
        let scenario = try Self.scenario("migrate: {url: 'jdbc:sqlite:a'}\n").file(
            "liquibase/lib/a.jar", bytes: Self.jar("org/sqlite/JDBC.class"))
        try await scenario.run("migrate", "install", "--with-drivers").stdout("").stderr(
            "All targets have their drivers\n"
        ).exits(0).file(".cache/devtool/liquibase", nil)
    }

    /// With nothing to take them from, it is an error.
    @Test func withoutPipThereIsNone() async throws {
        let scenario = try Self.scenario("migrate: {url: 'jdbc:sqlite:a'}\n").file("bin/python3", "#!/bin/sh\nexit 1\n")
        try scenario.makeExecutable("bin/python3")
        let path = "\(scenario.folder.path.appending("bin")):/usr/bin:/bin"
        let outcome = try await scenario.variable("PATH", path).run("migrate", "install", "--with-drivers").stdout("")
            .exits(69)
        #expect(outcome.errorText.contains("\ndevtool: "), "\(outcome.errorText)")
    }
}
