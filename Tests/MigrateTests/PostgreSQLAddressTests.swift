import TestSupport
import Testing

@testable import Migrate

/// A JDBC URL in the words of PostgreSQL's own programs.
@Suite struct PostgreSQLAddressTests {
    @Test(arguments: [
        (
            "jdbc:postgresql://db.example.com:5433/app",
            ["host": "db.example.com", "port": "5433", "dbname": "app", "user": "ada"]
        ), ("jdbc:postgresql://db/", ["host": "db", "port": "5432", "dbname": "ada", "user": "ada"]),
        ("jdbc:postgresql:app", ["host": "localhost", "port": "5432", "dbname": "app", "user": "ada"]),
        ("jdbc:postgresql:/", ["host": "localhost", "port": "5432", "dbname": "ada", "user": "ada"]),
        (
            "jdbc:postgresql://a,[::1]:6000,b:7000/a%2Fb?user=eve%40x&sslmode=verify-ca",
            ["host": "a,::1,b", "port": "5432,6000,7000", "dbname": "a/b", "user": "eve@x", "sslmode": "verify-ca"]
        ),
        (
            "jdbc:postgresql:///app?ssl=true&sslrootcert=/a+b&targetServerType=primary",
            [
                "host": "localhost", "port": "5432", "dbname": "app", "user": "ada", "sslmode": "verify-full",
                "sslrootcert": "/a b", "target_session_attrs": "read-write",
            ]
        ),
        (
            "jdbc:postgresql://db/app?options=-csearch_path%3Dother",
            ["host": "db", "port": "5432", "dbname": "app", "user": "ada", "options": "-csearch_path=other"]
        ),
        (
            "jdbc:postgresql://db/app?ssl=false&loginTimeout=3",
            ["host": "db", "port": "5432", "dbname": "app", "user": "ada"]
        ),
    ]) func theParametersOfAConnection(url: String, parameters: [String: String]) throws {
        let address = try #require(PostgreSQLAddress(url: url, username: "ada"))
        #expect(address.parameters == parameters)
    }

    @Test func whatElseTheUrlSets() throws {
        let url = "jdbc:postgresql://db/app?password=p%26w&currentSchema=a,b"
        let address = try #require(PostgreSQLAddress(url: url, username: nil))
        #expect(address.schema == "a")
        #expect(address.parameters["password"] == nil)
        #expect(address.parameters["user"] == nil)
    }

    @Test(arguments: [
        "jdbc:mysql://db/app", "jdbc:sqlite:postgresql.db", "jdbc:h2:./app", "", "jdbc:postgresqlx://db/app",
        "jdbc:postgresql://db/app?socketFactory=com.example.Proxy",
    ]) func otherDatabasesHaveNone(url: String) { #expect(PostgreSQLAddress(url: url, username: nil) == nil) }

    /// Whatever a URL holds, it is read without harm.
    @Test func anyUrl() {
        var random = SplitMix64(seed: 7)
        let parts = ["jdbc:postgresql:", "//", "/", "?", "&", "=", "[", "]", ":", ",", "%", "%4", "é", "a"]
        for _ in 0..<rounds(20_000) {
            let url =
                "jdbc:postgresql:"
                + (0..<Int.random(in: 0..<10, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
                .joined()
            let address = PostgreSQLAddress(url: url, username: "ada")
            #expect(address.map { $0.parameters["port"] != nil } ?? true, "\(url)")
        }
    }
}
