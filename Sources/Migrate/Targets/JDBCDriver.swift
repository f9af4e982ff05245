import DevtoolKit
import SystemPackage

/// The JDBC driver for a URL, from those commonly used with Liquibase.
struct JDBCDriver: Hashable {
    let className: String
    let jarPrefix: String
    /// The version in the ``PinnedRelease`` and its year; `nil` if the release lacks the driver.
    let pinned: (version: String, year: Int)?
    private let debian: String?

    private init(_ className: String, _ jarPrefix: String, pinned: (String, Int)? = nil, debian: String? = nil) {
        self.className = className
        self.jarPrefix = jarPrefix
        self.pinned = pinned
        self.debian = debian
    }

    static func == (driver: JDBCDriver, other: JDBCDriver) -> Bool { driver.className == other.className }

    func hash(into hasher: inout Hasher) { hasher.combine(className) }

    /// The class names are from Liquibase's `Database.getDefaultDriver`.
    static let known = [
        "postgresql": JDBCDriver(
            "org.postgresql.Driver", "postgresql", pinned: ("42.2.15", 2020), debian: "libpostgresql-jdbc-java"),
        "sqlite": JDBCDriver(
            "org.sqlite.JDBC", "sqlite-jdbc", pinned: ("3.34.0", 2020), debian: "libxerial-sqlite-jdbc-java"),
        "h2": JDBCDriver("org.h2.Driver", "h2", pinned: ("1.4.200", 2019), debian: "libh2-java"),
        "hsqldb": JDBCDriver("org.hsqldb.jdbcDriver", "hsqldb", pinned: ("2.5.2", 2021), debian: "libhsqldb-java"),
        "mariadb": JDBCDriver(
            "org.mariadb.jdbc.Driver", "mariadb-java-client", pinned: ("2.7.0", 2020), debian: "libmariadb-java"),
        "mysql": JDBCDriver("com.mysql.cj.jdbc.Driver", "mysql-connector"),
        "sqlserver": JDBCDriver(
            "com.microsoft.sqlserver.jdbc.SQLServerDriver", "mssql-jdbc", pinned: ("8.4.0.jre8", 2020)),
        "oracle": JDBCDriver("oracle.jdbc.OracleDriver", "ojdbc", pinned: ("18.3.0.0", 2018)),
        "db2": JDBCDriver("com.ibm.db2.jcc.DB2Driver", "jcc", pinned: ("11.5.6.0", 2021)),
        "firebirdsql": JDBCDriver("org.firebirdsql.jdbc.FBDriver", "jaybird", pinned: ("4.0.3.java8", 2021)),
        "snowflake": JDBCDriver("net.snowflake.client.jdbc.SnowflakeDriver", "snowflake-jdbc"),
    ]

    init?(url: String) {
        guard let driver = Self.known[url.engine] else { return nil }
        self = driver
    }

    /// The hint for the URL of an unknown database whose name resembles a known one.
    static func hint(forEngine engine: String) -> String? {
        let names = known.keys.sorted()
        return names.contains(engine) ? nil : engine.nearest(in: names).map { "did you mean 'jdbc:\($0):'?" }
    }

    init(className: String) {
        self = Self.known.values.first { $0.className == className } ?? JDBCDriver(className, "")
    }

    var hint: String {
        (pinned != nil ? "install it with 'devtool migrate install --with-drivers', or " : "")
            + "add its jar to 'classpath' in devtool.yml"
            + (debian.map { "; the Debian package \($0) has one in /usr/share/java" } ?? "")
    }

    func age(of jar: FilePath) -> String? {
        guard let pinned, let name = jar.lastComponent?.string, name.hasSuffix("-\(pinned.version).jar") else {
            return nil
        }
        let newer =
            debian.map { "the Debian package \($0) has a newer one in /usr/share/java" }
            ?? "its vendor offers a newer one"
        return "\(name) is from \(pinned.year): \(newer); add it to 'classpath'"
    }

    func named(among jars: [FilePath]) -> FilePath? {
        if jarPrefix.isEmpty { return nil }
        return jars.first { jar in
            let name = jar.lastComponent?.string ?? ""
            return name.hasSuffix(".jar")
                && (name.hasPrefix(jarPrefix + "-") || name == jarPrefix + ".jar"
                    || jarPrefix == "ojdbc" && name.hasPrefix(jarPrefix))
        }
    }

    func isIn(_ classPath: [FilePath]) -> Bool {
        let file = className.replacing(".", with: "/") + ".class"
        return classPath.contains { entry in
            if entry.isDirectory { return entry.appending(file).isFile }
            return (try? ZipArchive(entry).entries.contains { $0.name == file }) == true
        }
    }
}

extension Target {
    var driver: JDBCDriver? {
        section[TargetSetting.driver].map(JDBCDriver.init(className:)) ?? url.flatMap(JDBCDriver.init)
    }

    /// The driver that neither the target's class path nor Liquibase's contains; `nil` if it is unknown.
    func missingDriver(besides liquibase: Liquibase) -> JDBCDriver? {
        // Without the core jar, only Liquibase's script knows its class path.
        guard liquibase.core != nil, let driver else { return nil }
        let entries = liquibase.classPath(of: classpath, in: directory).paths
        // The name usually identifies the jar, which saves reading the others.
        if let jar = driver.named(among: entries), driver.isIn([jar]) { return nil }
        return driver.isIn(entries) ? nil : driver
    }
}

extension String {
    var engine: String {
        let parts = lowercased().split(separator: ":", maxSplits: 2)
        return parts.first == "jdbc" && parts.count > 1 ? String(parts[1]) : ""
    }
}
