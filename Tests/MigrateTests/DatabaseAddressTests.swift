import Testing

@testable import Migrate

@Suite struct DatabaseAddressTests {
    @Test(
        arguments: [
            ("jdbc:postgresql://db.example.com/app", "db.example.com:5432"),
            ("jdbc:postgresql://db.example.com:6543/app?ssl=true", "db.example.com:6543"),
            ("jdbc:postgresql://[::1]:6543/app", "::1:6543"), ("jdbc:mariadb://localhost:3307/app", "localhost:3307"),
            ("jdbc:sqlserver://host;databaseName=app", "host:1433"), ("jdbc:postgresql:app", nil),
            ("jdbc:sqlite:app.db", nil), ("jdbc:h2:tcp://localhost/app", nil), ("jdbc:unknown://localhost/app", nil),
            ("jdbc:postgresql://host:99999/app", nil), ("", nil),
        ] as [(String, String?)]) func readsTheServerOfAnURL(url: String, expected: String?)
    { #expect(DatabaseAddress(url: url).map { "\($0.host):\($0.port)" } == expected) }
}
