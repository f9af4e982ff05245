import DevtoolKit
import Testing

@testable import Migrate

@Suite struct DatabaseURLTests {
    @Test(
        arguments: [
            ("jdbc:x:y", "jdbc:x:y", nil, nil),
            ("offline:postgresql?version=15", "offline:postgresql?version=15", nil, nil),
            ("postgres://host/db", "jdbc:postgresql://host/db", nil, nil),
            (
                "postgresql://app:p%40s%3Aw@db.example.com:5433/app?sslmode=require",
                "jdbc:postgresql://db.example.com:5433/app?sslmode=require", "app", "p@s:w"
            ), ("postgres://app@/db", "jdbc:postgresql://localhost/db", "app", nil),
            ("postgres://app:a@b@host/db", "jdbc:postgresql://host/db", "app", "a@b"),
            ("postgres://[::1]:5433/db", "jdbc:postgresql://[::1]:5433/db", nil, nil),
            ("mysql2://root:@h/db", "jdbc:mysql://h/db", "root", ""),
            ("mysql+pymysql://h/db?a=b&c=d", "jdbc:mysql://h/db?a=b&c=d", nil, nil),
            ("mariadb://h:3307/db", "jdbc:mariadb://h:3307/db", nil, nil),
            ("mssql://sa:x@h/db?encrypt=true&a=b", "jdbc:sqlserver://h;databaseName=db;encrypt=true;a=b", "sa", "x"),
            ("oracle://h/db", "jdbc:oracle:thin:@//h/db", nil, nil), ("sqlite:///a.db", "jdbc:sqlite:a.db", nil, nil),
            ("sqlite:////tmp/a.db", "jdbc:sqlite:/tmp/a.db", nil, nil), ("sqlite:a.db", "jdbc:sqlite:a.db", nil, nil),
        ] as [(String, String, String?, String?)]) func understands(
            text: String, jdbc: String, username: String?, password: String?
        ) throws
    {
        let url = try #require(DatabaseURL(text))
        #expect(url.jdbc == jdbc)
        #expect(url.username == username)
        #expect(url.password?.revealed == password)
    }

    @Test(arguments: ["", "host/db", "http://host/db", "postgres://host:70000/db", "mongodb://h/d"]) func refuses(
        text: String
    ) { #expect(DatabaseURL(text) == nil) }

    @Test(
        arguments: [
            ("jdbc:postgresql://h/d?user=a&password=p%20w", ["p%20w", "p w"]),
            ("jdbc:sqlserver://h;Password=x;a=b", ["x"]),
            ("jdbc:sqlserver://h;password={a;}}b};c=d", ["{a;}}b}", "a;}b"]),
            ("jdbc:oracle:thin:scott/tiger@h/d", ["tiger"]), ("mysql://a:x@h/d?trustStorePassword=t", ["x", "t"]),
            ("postgres://a:p%40ss%26w@h/d", ["p@ss&w", "p%40ss%26w"]), ("postgres://a:%70%77@h/d", ["pw", "%70%77"]),
            ("jdbc:mysql://a:x@h,b:y%20@i/d", ["x@h,b:y%20", "x@h,b:y ", "x", "y%20", "y "]),
            ("jdbc:x://h;pwd='a b';c=d", ["'a b'", "a b"]), ("jdbc:sqlite:a.db", []),
        ] as [(String, [String])]) func knowsThePasswordsAsWrittenAndDecoded(text: String, passwords: [String])
    { #expect(DatabaseURL(text)?.passwords.map(\.revealed) == passwords) }
}
