import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import liquibase.changelog.StandardChangeLogHistoryService;
import liquibase.database.Database;
import liquibase.database.DatabaseConnection;
import liquibase.database.core.MySQLDatabase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.UnexpectedLiquibaseException;
import liquibase.executor.jvm.JdbcExecutor;
import liquibase.lockservice.StandardLockService;
import liquibase.sql.Sql;
import liquibase.sql.UnparsedSql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.sqlgenerator.core.LockDatabaseChangeLogGenerator;
import liquibase.statement.core.LockDatabaseChangeLogStatement;

/**
 * Stops Liquibase where it is about to use another database, user or schema than the one that is meant.
 *
 * Liquibase asks all connections whether they support a URL before it connects, and all executors, histories
 * and lock services whether they support a database before it writes: these look, and support none. What is
 * meant comes as SHA-256 in system properties or in the environment, several with commas between them; what is
 * not there is not compared.
 */
public final class DevtoolGuard extends JdbcConnection {
    @Override public boolean supports(String url) {
        require("DEVTOOL_MEANT_URL", url, url, "database");
        return false;
    }

    /** What later versions ask first, which make the table of the history before that of the lock. */
    public static final class History extends StandardChangeLogHistoryService {
        @Override public boolean supports(Database database) {
            check(database);
            return false;
        }
    }

    /** What is asked by all before they write. */
    public static final class Lock extends StandardLockService {
        @Override public boolean supports(Database database) {
            check(database);
            DatabaseConnection connection = database.getConnection();
            if (database instanceof MySQLDatabase && connection instanceof JdbcConnection)
                name((JdbcConnection) connection);
            return false;
        }
    }

    /** What is asked before the first statement; the schema cannot be, as that takes a statement. */
    public static final class Statements extends JdbcExecutor {
        @Override public boolean supports(Database database) {
            checkUser(database);
            return false;
        }
    }

    private static void check(Database database) {
        checkUser(database);
        if (!(database.getConnection() instanceof JdbcConnection)) return;
        String schema = lower(database.getDefaultSchemaName());
        require("DEVTOOL_MEANT_SCHEMA", schema, schema, "schema");
    }

    private static void checkUser(Database database) {
        DatabaseConnection connection = database.getConnection();
        if (!(connection instanceof JdbcConnection)) return;
        String user = lower(connection.getConnectionUserName());
        // MariaDB and MySQL tell where the user comes from, too.
        String name = user == null || !user.contains("@")
            ? user : user.substring(0, user.lastIndexOf('@'));
        require("DEVTOOL_MEANT_USER", user, name, "user");
    }

    /**
     * Has the session hold a user lock of MariaDB or MySQL, by the run's name, to its end.
     *
     * By that devtool finds the session of a run, and knows when the server does nothing for it any more. Its
     * port would be another one behind a proxy, and its connection attributes are in a schema that is mostly off.
     */
    private static void name(JdbcConnection connection) {
        String name = System.getProperty("devtool.session");
        if (name == null) return;
        try (PreparedStatement statement = connection.getUnderlyingConnection()
                .prepareStatement("SELECT GET_LOCK(?, 0)")) {
            statement.setString(1, name);
            statement.execute();
        } catch (SQLException error) {
            // Clusters may refuse it: devtool then looks at whatever the server does for the user.
        }
    }

    /**
     * Has the lock say whose it is, also where one process runs several: Liquibase reads the mark when it loads
     * its class, which is once.
     */
    public static final class Mark extends LockDatabaseChangeLogGenerator {
        @Override public int getPriority() { return super.getPriority() + 100; }

        @Override public Sql[] generateSql(
                LockDatabaseChangeLogStatement statement, Database database, SqlGeneratorChain chain) {
            Sql[] statements = super.generateSql(statement, database, chain);
            String mark = "#" + System.getProperty("liquibase.hostDescription", "");
            if (hostDescription.isEmpty() || hostDescription.equals(mark)) return statements;
            for (int index = 0; index < statements.length; index++) {
                Sql sql = statements[index];
                statements[index] = new UnparsedSql(
                    sql.toSql().replace(hostDescription, mark), sql.getEndDelimiter());
            }
            return statements;
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
