import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import liquibase.database.Database;
import liquibase.database.DatabaseConnection;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.UnexpectedLiquibaseException;
import liquibase.lockservice.StandardLockService;

/**
 * Stops Liquibase where it is about to use another database, user or schema than the one that is meant.
 *
 * Liquibase asks all connections whether they support a URL before it connects, and all lock services whether
 * they support a database before it writes: these two look, and support none. What is meant comes as SHA-256 in
 * system properties or in the environment, several with commas between them; what is not there is not compared.
 */
public final class DevtoolGuard extends JdbcConnection {
    @Override public boolean supports(String url) {
        require("DEVTOOL_MEANT_URL", url, url, "database");
        return false;
    }

    /** What Liquibase asks before it writes. */
    public static final class Lock extends StandardLockService {
        @Override public boolean supports(Database database) {
            DatabaseConnection connection = database.getConnection();
            if (connection instanceof JdbcConnection) {
                String user = lower(connection.getConnectionUserName());
                // MariaDB and MySQL tell where the user comes from, too.
                String name = user == null || !user.contains("@")
                    ? user : user.substring(0, user.lastIndexOf('@'));
                require("DEVTOOL_MEANT_USER", user, name, "user");
                String schema = lower(database.getDefaultSchemaName());
                require("DEVTOOL_MEANT_SCHEMA", schema, schema, "schema");
            }
            return false;
        }
    }

    private static String lower(String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    private static void require(String name, String text, String other, String thing) {
        String meant = System.getProperty(name, System.getenv(name));
        if (meant == null || text == null) return;
        for (String checksum : meant.split(",")) {
            if (checksum.equals(checksum(text)) || checksum.equals(checksum(other))) return;
        }
        throw new UnexpectedLiquibaseException(
            "devtool: Liquibase is about to use another " + thing + " than the one that is meant");
    }

    private static String checksum(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.UTF_8));
            return String.format("%064x", new BigInteger(1, digest));
        } catch (NoSuchAlgorithmException error) {
            throw new UnexpectedLiquibaseException(error);
        }
    }
}
