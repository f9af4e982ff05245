import SystemPackage

/// The way into a database, as its JDBC driver is told.
struct JDBCLogin {
    /// The URL.
    let url: String
    /// The driver's class, where one is chosen or known; another that takes the URL will do, too.
    let driver: String?
    /// A file with more properties for the driver.
    let propertiesFile: String?
    /// The properties for the driver, user and password among them.
    let properties: [String: String]
    /// Jars and folders that the command line or Liquibase's own settings name.
    let classPath: [String]

    /// Takes it from the options of a run.
    init(_ options: LiquibaseOptions) {
        let url = options["url"] ?? ""
        self.url = url
        driver = options["driver"] ?? JDBCDriver(url: url)?.className
        propertiesFile = options["driver-properties-file"]
        var properties: [String: String] = [:]
        properties["user"] = options["username"]
        properties["password"] = options["password"]
        properties.merge(Self.openingOnly(url)) { said, _ in said }
        self.properties = properties
        classPath = (options["classpath"] ?? "").split(separator: ":").map(String.init)
    }

    /// What the driver of a database in files wants to be told that it makes no new one.
    private static func openingOnly(_ url: String) -> [String: String] {
        // Two different answers are refused.
        if url.lowercased().contains(";ifexists=") { return [:] }
        return switch url.engine {
        case "h2": ["IFEXISTS": "TRUE"]
        case "hsqldb": ["ifexists": "true"]
        // SQLITE_OPEN_READWRITE without SQLITE_OPEN_CREATE.
        case "sqlite": ["open_mode": "2"]
        default: [:]
        }
    }

    /// How long connecting may take: a process that was killed keeps HSQLDB's file for another ten seconds.
    var patience: Duration { url.engine == "hsqldb" ? .seconds(15) : .seconds(5) }

    /// The login as ``JavaProgram/devtoolSession`` reads it.
    var texts: [String] {
        [url, driver ?? "", propertiesFile ?? "", "\(properties.count)"]
            + properties.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}
