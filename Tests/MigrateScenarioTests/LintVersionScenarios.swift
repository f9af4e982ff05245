import SystemPackage
import TestSupport
import Testing

/// `devtool migrate lint`, and the check before an update, judge by the Liquibase that would run (issue 16).
@Suite struct LintVersionScenarios {
    /// A project whose Java only leaves a mark, and whose Liquibase has a version.
    private func project(_ settings: String, changelog: String, version: String? = nil) throws -> Scenario {
        let scenario = try Scenario().withScriptedJava("touch started").config(
            "migrate: {url: 'jdbc:postgresql://localhost/d', changelog: \(settings)}\n")
        let name = String(settings.prefix { $0 != "," })
        guard let version else { return try scenario.file(name, changelog) }
        let jar = StoredZip([
            ("liquibase.build.properties", Array("build.version=\(version)\n".utf8)),
            ("www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd", Array("<schema/>".utf8)),
            ("META-INF/services/liquibase.change.Change", Array("l.Drop".utf8)),
            ("l/Drop.class", JavaClassFile("l/Drop", change: "dropTable", setters: ["setTableName"]).bytes),
            (
                "liquibase/change/ColumnConfig.class",
                JavaClassFile("liquibase/change/ColumnConfig", setters: ["setName"]).bytes
            ),
        ])
        return try scenario.file(name, changelog).file("liquibase/liquibase.jar", bytes: jar.bytes)
    }

    private func yaml(_ change: String, _ attribute: String = "") -> String {
        """
        databaseChangeLog:
          - changeSet:
              id: 1
              author: ada
              \(attribute)
              changes:
                - \(change)
        """
    }

    /// The check before an update refuses or starts, and `lint` says the same.
    private func check(_ scenario: Scenario, isFine: Bool, _ arguments: String...) async throws {
        let status: Int32 = isFine ? 0 : 65
        let outcome = try await scenario.run(["migrate", "update"] + arguments).exits(status)
        outcome.file("started", isFine ? "" : nil)
        if arguments.isEmpty { try await scenario.run("migrate", "lint").exits(status) }
    }

    @Test(arguments: [("4.6.2", false), ("4.23.0", false), ("4.29.2", true), (nil, true)]) func theVersionIsInTheJar(
        version: String?, isFine: Bool
    ) async throws {
        let scenario = try project(
            "a.sql", changelog: " -- Liquibase Formatted SQL\n--changeset a:1\nselect 1;\n", version: version)
        try await check(scenario, isFine: isFine)
    }

    /// Since 4.11 PostgreSQL's search path begins with the default schema, for SQL as well.
    @Test func sqlThatMissesTheDefaultSchemaIsReported() async throws {
        let sql = "--liquibase formatted sql\n--changeset a:1\nalter table t add a int;\n"
        let settings = "a.sql, default-schema: tenant"
        try await project(settings, changelog: sql, version: "4.6.2").run("migrate", "lint").stdout("").stderr(
            """
            a.sql:3:1: warning: SQL that does not name a schema runs in 'public' on the target 'default', not in its \
            default-schema 'tenant'
            alter table t add a int;
            ^
              hint: also set the connection's schema: url: \
            jdbc:postgresql://localhost/d?currentSchema=tenant
            1 changeset in 1 file: 1 warning

            """
        ).exits(0)
        for fine in [
            try project(settings, changelog: sql, version: "4.11.0"),
            try project(settings, changelog: sql.replacing("e t", with: "e tenant.t"), version: "4.6.2"),
            try project(settings, changelog: sql, version: "4.6.2").config(
                "migrate: {url: 'jdbc:postgresql://localhost/d?currentSchema=tenant', " + "changelog: \(settings)}\n"),
        ] { try await fine.run("migrate", "lint").stderr("1 changeset in 1 file: no problems found\n").exits(0) }
    }

    @Test func changesAreThoseOfTheJar() async throws {
        let fine = try project("a.yaml", changelog: yaml("dropTable: {tableName: t}"), version: "5.0.4")
        try await check(fine, isFine: true)
        let unknown = try project("a.yaml", changelog: yaml("createFunction: {functionName: f}"), version: "5.0.4")
        try await check(unknown, isFine: false)
        try await unknown.run("migrate", "lint").stdout("").stderr(
            """
            a.yaml:7:11: unknown change 'createFunction'
                    - createFunction: {functionName: f}
                      ^
              hint: if an extension adds it, add the extension's jar to 'classpath' or the change to 'known-changes'
            1 changeset in 1 file: 1 error

            """
        ).exits(65)
    }

    @Test func extensionsAreReadToo() async throws {
        let text = yaml("vacuum: {verbose: true}")
        let jar = StoredZip.extensionJar.bytes
        for version in [nil, "4.6.2", "5.0.4"] {
            try await check(try project("a.yaml", changelog: text, version: version), isFine: false)
            let named = try project("a.yaml, known-changes: [vacuum]", changelog: text, version: version)
            try await check(named, isFine: true)
            let onPath = try project("a.yaml, classpath: ['ext/*.jar']", changelog: text, version: version).file(
                "ext/x.jar", bytes: jar)
            try await check(onPath, isFine: true)
            let installed = try project("a.yaml", changelog: text, version: version).file(
                "liquibase/lib/x.jar", bytes: jar)
            try await check(installed, isFine: true)
        }
        try await project("a.yaml", changelog: text).run("migrate", "lint", "--known-change", "vacuum").exits(0)
        try await project("a.yaml, known-changes: [other]", changelog: text).run(
            "migrate", "lint", "--known-change=vacuum"
        ).exits(0)
    }

    @Test func filesMayLieInJars() async throws {
        let text = yaml("sqlFile: {path: in/part.sql}") + "\n  - include: {file: in/jar.sql}\n"
        try await check(try project("a.yaml", changelog: text), isFine: false)
        let scenario = try project("a.yaml, classpath: [x.jar]", changelog: text).file(
            "x.jar", bytes: StoredZip.extensionJar.bytes)
        try await check(scenario, isFine: true)
    }

    @Test(arguments: [("dbms: oracle", true), ("dbms: postgresql", false), ("dbms: '!postgresql'", true)])
    func whatIsForOthersIsOnlyWarnedOf(attribute: String, isFine: Bool) async throws {
        let text = yaml("sqlFile: {path: none.sql}", attribute)
        try await check(try project("a.yaml", changelog: text), isFine: isFine)
    }

    @Test func whatAFilterMayLeaveOutIsOnlyWarnedOf() async throws {
        for (attribute, setting, option) in [
            ("context: test", "contexts: [prod]", "--contexts=prod"),
            ("labels: test", "labels: [prod]", "--labels=prod"),
        ] {
            let text = yaml("sqlFile: {path: none.sql}", attribute)
            let scenario = try project("a.yaml", changelog: text)
            try await check(scenario, isFine: false)
            try await check(scenario, isFine: true, option)
            try await check(try project("a.yaml, \(setting)", changelog: text), isFine: true)
        }
    }

    /// Issue 16: the hint was "did you mean 'message'?".
    @Test func aTextIsNoAttribute() async throws {
        let text = Scenario.changelog.replacing(
            "<addColumn tableName=\"customer\">", with: "<stop message=\"x\"/><addColumn tableName=\"c\">")
        try await Scenario().withLiquibase().project("{url: 'jdbc:h2:mem:x'}").file("db/changelog.xml", text).run(
            "migrate", "lint"
        ).stderr(
            """
            db/changelog.xml:12:15: the attribute 'message' is not allowed on the element 'stop'
                    <stop message="x"/><addColumn tableName="c"><column name="name" type="va…
                          ^
            3 changesets in 1 file: 1 error

            """
        ).exits(65)
    }
}
