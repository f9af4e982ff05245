import java.io.*;
import java.lang.reflect.InvocationTargetException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.logging.*;
import liquibase.Scope;
import liquibase.change.Change;
import liquibase.changelog.*;
import liquibase.changelog.visitor.*;
import liquibase.command.CommandFactory;
import liquibase.configuration.LiquibaseConfiguration;
import liquibase.database.Database;
import liquibase.database.DatabaseConnection;
import liquibase.database.core.MySQLDatabase;
import liquibase.database.core.PostgresDatabase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.*;
import liquibase.executor.jvm.JdbcExecutor;
import liquibase.lockservice.StandardLockService;
import liquibase.precondition.core.PreconditionContainer;
import liquibase.snapshot.SnapshotGeneratorFactory;
import liquibase.sql.Sql;
import liquibase.sql.UnparsedSql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.sqlgenerator.core.LockDatabaseChangeLogGenerator;
import liquibase.statement.core.LockDatabaseChangeLogStatement;

/**
 * devtool's part of the Java processes that it starts.
 *
 * {@link Listener} and {@link Log} report what Liquibase does. {@link Guard} and its kind stop Liquibase before it
 * uses another database than the intended one. {@link #main} runs Liquibase for several targets, or is a session on
 * a database.
 *
 * A report is a line: a mark, then fields with U+001F between them, in which U+001E stands for a line break. Reports
 * are on standard error among what Liquibase writes there; those of several targets mark the begin and the end of
 * each on both streams, and those of a session are on standard output. What devtool sends are texts, each ended by
 * a zero byte.
 */
public final class Devtool {
    private static final OutputStream OUTPUT = new FileOutputStream(FileDescriptor.out);
    private static final OutputStream ERROR = new FileOutputStream(FileDescriptor.err);
    /** The most bytes of a report: devtool reads lines of up to 64 KiB in one piece. */
    private static final int LIMIT = 60000;
    private static final InputStream INPUT = new BufferedInputStream(System.in);

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) Session.run(); else Fleet.run();
        // Drivers have threads that would keep it alive.
        System.exit(0);
    }

    private static synchronized void report(OutputStream stream, List<String> fields) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            line.write(new byte[] {0, 0x1D, 'D', 'T'});
            for (String field : fields) {
                String text = field == null ? "" : field;
                if (stream == ERROR) text = text.substring(0, Math.min(text.length(), 16000));
                byte[] bytes = text.replace('\0', ' ')
                    .replace('\u001F', ' ').replace('\n', '\u001E').getBytes(StandardCharsets.UTF_8);
                // A session's rows have no limit: they are not read as lines of output.
                if (stream == ERROR && line.size() + bytes.length > LIMIT) break;
                line.write(bytes);
                line.write(0x1F);
            }
            line.write('\n');
            if (stream == ERROR) System.err.flush(); else System.out.flush();
            line.writeTo(stream);
        } catch (IOException error) {
            // Nobody reads any more; the databases matter.
        }
    }

    /** A throwable and its causes: a class, an SQLSTATE, a vendor's code and a message of each. */
    private static void add(Throwable error, List<String> fields) {
        int count = 0;
        for (Throwable cause = error; cause != null && count < 12; cause = cause.getCause(), count++) {
            SQLException sql = cause instanceof SQLException ? (SQLException) cause : null;
            fields.addAll(Arrays.asList(cause.getClass().getName(), sql == null ? "" : sql.getSQLState(),
                sql == null ? "" : "" + sql.getErrorCode(), cause.getMessage()));
        }
    }

    private static String text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = INPUT.read(); next != 0; next = INPUT.read()) {
            if (next < 0) throw new EOFException();
            bytes.write(next);
        }
        return bytes.toString("UTF-8");
    }

    private static int number() throws IOException {
        return Integer.parseInt(text());
    }

    /** Reports what becomes of each changeset, and lets the user's own listener know, too. */
    public static final class Listener extends AbstractChangeExecListener {
        /** They are loaded with this class, as Liquibase only logs that it cannot load a service. */
        private static final Class<?>[] SERVICES =
            {Guard.class, History.class, Statements.class, Lock.class, Mark.class};
        private final ChangeExecListener own;
        private long begin;
        private int changes;

        public Listener(Database database, Properties properties) throws Exception {
            String name = System.getProperty("devtool.listener");
            own = name == null ? null : make(name, database, properties);
            List<String> report = new ArrayList<>(Arrays.asList("listening"));
            DatabaseConnection connection = database.getConnection();
            if (connection instanceof JdbcConnection) {
                DatabaseMetaData server =
                    ((JdbcConnection) connection).getUnderlyingConnection().getMetaData();
                // Liquibase is wrong about this for MariaDB.
                report.add("" + server.dataDefinitionCausesTransactionCommit());
                report.add(server.getDatabaseProductName());
                report.add("" + server.getDatabaseMajorVersion());
            }
            report(ERROR, report);
        }

        /** Makes a listener as Liquibase does. */
        private static ChangeExecListener make(String name, Database database, Properties properties)
                throws Exception {
            Class<?> type = Class.forName(name, true, Scope.getCurrentScope().getClassLoader());
            Class<?>[][] shapes = {{Database.class, Properties.class}, {Properties.class, Database.class},
                {Database.class}, {Properties.class}};
            for (Class<?>[] shape : shapes) {
                Object[] values = new Object[shape.length];
                for (int index = 0; index < shape.length; index++)
                    values[index] = shape[index] == Database.class ? database : properties;
                try {
                    return (ChangeExecListener) type.getConstructor(shape).newInstance(values);
                } catch (NoSuchMethodException error) {
                    // Another may be there.
                }
            }
            return (ChangeExecListener) type.getConstructor().newInstance();
        }

        private static void tell(String event, ChangeSet changeSet, Throwable error, Object... more) {
            List<String> fields = new ArrayList<>(Arrays.asList(
                event, changeSet.getFilePath(), changeSet.getId(), changeSet.getAuthor()));
            for (Object field : more) fields.add(String.valueOf(field));
            add(error, fields);
            report(ERROR, fields);
        }

        private void begin() {
            begin = System.nanoTime();
            changes = 0;
        }

        private long time() { return (System.nanoTime() - begin) / 1000000; }

        @Override public void willRun(
                ChangeSet changeSet, DatabaseChangeLog log, Database database, ChangeSet.RunStatus status) {
            begin();
            tell("will-run", changeSet, null, status);
            if (own != null) own.willRun(changeSet, log, database, status);
        }

        @Override public void ran(
                ChangeSet changeSet, DatabaseChangeLog log, Database database, ChangeSet.ExecType type) {
            tell("ran", changeSet, null, type, time(), changes);
            if (own != null) own.ran(changeSet, log, database, type);
        }

        @Override public void runFailed(
                ChangeSet changeSet, DatabaseChangeLog log, Database database, Exception error) {
            tell("run-failed", changeSet, error);
            if (own != null) own.runFailed(changeSet, log, database, error);
        }

        @Override public void willRollback(ChangeSet changeSet, DatabaseChangeLog log, Database database) {
            begin();
            tell("will-roll-back", changeSet, null);
            if (own != null) own.willRollback(changeSet, log, database);
        }

        @Override public void rolledBack(ChangeSet changeSet, DatabaseChangeLog log, Database database) {
            tell("rolled-back", changeSet, null, time());
            if (own != null) own.rolledBack(changeSet, log, database);
        }

        @Override public void rollbackFailed(
                ChangeSet changeSet, DatabaseChangeLog log, Database database, Exception error) {
            tell("rollback-failed", changeSet, error);
            if (own != null) own.rollbackFailed(changeSet, log, database, error);
        }

        @Override public void preconditionFailed(
                PreconditionFailedException error, PreconditionContainer.FailOption option) {
            tell(option, error.getFailedPreconditions());
            if (own != null) own.preconditionFailed(error, option);
        }

        @Override public void preconditionErrored(
                PreconditionErrorException error, PreconditionContainer.ErrorOption option) {
            tell(option, error.getErrorPreconditions());
            if (own != null) own.preconditionErrored(error, option);
        }

        private static void tell(Object option, List<?> reasons) {
            List<String> fields = new ArrayList<>(Arrays.asList("precondition", "" + option));
            for (Object reason : reasons) fields.add("" + reason);
            report(ERROR, fields);
        }

        @Override public void willRun(
                Change change, ChangeSet changeSet, DatabaseChangeLog log, Database database) {
            if (own != null) own.willRun(change, changeSet, log, database);
        }

        @Override public void ran(Change change, ChangeSet changeSet, DatabaseChangeLog log, Database database) {
            changes++;
            if (own != null) own.ran(change, changeSet, log, database);
        }
    }

    /** Reports the entries of Java's log; its text is left out, unless it is to be shown. */
    public static final class Log extends Handler {
        private static boolean isConfigured;

        /** Java makes the first one to configure its log. */
        public Log() throws IOException {
            if (isConfigured) return;
            isConfigured = true;
            String text = Boolean.getBoolean("devtool.log") ? ",java.util.logging.ConsoleHandler" : "";
            LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(
                ("handlers=Devtool$Log" + text).getBytes(StandardCharsets.ISO_8859_1)));
        }

        @Override public void publish(LogRecord entry) {
            if (!isLoggable(entry)) return;
            String message = entry.getMessage();
            if (entry.getParameters() != null) message = new SimpleFormatter().formatMessage(entry);
            List<String> fields = new ArrayList<>(Arrays.asList(
                "log", entry.getLevel().getName(), entry.getLoggerName(), message));
            add(entry.getThrown(), fields);
            report(ERROR, fields);
        }

        @Override public void flush() { }
        @Override public void close() { }
    }

    /**
     * Stops Liquibase where it is about to use another database, user or schema than the one that is meant.
     *
     * Liquibase asks all connections whether they support a URL before it connects, and all executors, histories
     * and lock services whether they support a database before it writes: these look, and support none. What is
     * meant comes as SHA-256 in system properties or in the environment, several with commas between them; what
     * is not there is not compared.
     */
    public static final class Guard extends JdbcConnection {
        @Override public boolean supports(String url) {
            require("DEVTOOL_MEANT_URL", url, url, "database");
            return false;
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

    /** What later versions ask first, which make the table of the history before that of the lock. */
    public static final class History extends StandardChangeLogHistoryService {
        @Override public boolean supports(Database database) {
            Guard.check(database);
            return false;
        }
    }

    /** What is asked before the first statement; the schema cannot be, as that takes a statement. */
    public static final class Statements extends JdbcExecutor {
        @Override public boolean supports(Database database) {
            Guard.checkUser(database);
            if (database.getConnection() instanceof JdbcConnection) Lock.name(database);
            return false;
        }
    }

    /** What is asked by all before they write. */
    public static final class Lock extends StandardLockService {
        private boolean isMaking;

        @Override public boolean supports(Database database) {
            Guard.check(database);
            DatabaseConnection connection = database.getConnection();
            String name = System.getProperty("devtool.session");
            if (name == null || isMaking || !(connection instanceof JdbcConnection)) return false;
            Connection own = ((JdbcConnection) connection).getUnderlyingConnection();
            if (database instanceof MySQLDatabase) ask(own, "SELECT GET_LOCK(?, 0)", name);
            if (database instanceof PostgresDatabase) makeTable(database, own);
            return false;
        }

        /** Gives a session of PostgreSQL the run's name, unless the URL gives it another. */
        static void name(Database database) {
            String name = System.getProperty("devtool.session");
            if (name == null || !(database instanceof PostgresDatabase)) return;
            Connection own = ((JdbcConnection) database.getConnection()).getUnderlyingConnection();
            try {
                String known = own.getClientInfo("ApplicationName");
                if (known != null && !known.isEmpty() && !known.startsWith("PostgreSQL JDBC")) return;
                own.setClientInfo("ApplicationName", name);
                if (!own.getAutoCommit()) own.commit();
            } catch (SQLException | LinkageError error) {
                // devtool then looks at whatever the server does for the user.
            }
        }

        /**
         * Makes the table of the lock and its row while the server keeps all other runs from that.
         *
         * Of two runs at once, the second may find the row missing, and put it there anew when the first has
         * already taken the lock: then both have it.
         */
        private void makeTable(Database database, Connection connection) {
            String key = "hashtext('devtool migrate')";
            isMaking = true;
            try {
                setDatabase(database);
                if (SnapshotGeneratorFactory.getInstance().hasDatabaseChangeLogLockTable(database)) return;
                connection.rollback();
                for (int tries = 0; tries < 1200; tries++) {
                    if ("t".equals(ask(connection, "SELECT pg_try_advisory_lock(" + key + ") OR ?::text = ''", "-")))
                        break;
                    Thread.sleep(50);
                }
                try {
                    new StandardLockService() {{ setDatabase(database); }}.init();
                } finally {
                    ask(connection, "SELECT pg_advisory_unlock(" + key + ") OR ?::text = ''", "-");
                    connection.commit();
                }
            } catch (Exception | LinkageError error) {
                // Liquibase does it itself, or tells why it cannot be done.
            } finally {
                isMaking = false;
            }
        }

        /**
         * What the database answers; nothing where it refuses, as clusters do a user lock.
         *
         * A session of MariaDB or MySQL holds a lock by the run's name to its end: by that devtool finds it, and
         * knows when the server does nothing for it any more. Its port would be another one behind a proxy, and
         * its connection attributes are in a schema that is mostly off.
         */
        private static String ask(Connection connection, String question, String value) {
            try (PreparedStatement statement = connection.prepareStatement(question)) {
                statement.setString(1, value);
                try (ResultSet rows = statement.executeQuery()) { return rows.next() ? rows.getString(1) : null; }
            } catch (SQLException error) {
                return null;
            }
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

    /**
     * Runs Liquibase for every description on standard input, one after another, in one process.
     *
     * Liquibase reads the settings of a run as a resource, which only the run's class loader knows: they are in
     * no file, and in no argument. Every run begins with fresh system properties on a thread of its own, and
     * Liquibase forgets what it keeps: in its scope, and in the few variables that a next run would read, the
     * changelog parameters of the command line among them.
     */
    private static final class Fleet {
        private static final String SETTINGS = "settings-of-this-run-in-memory";
        private static LiquibaseConfiguration configuration;
        private static Map<Object, Object> commandArguments;

        static void run() throws Exception {
            System.setIn(new ByteArrayInputStream(new byte[0]));
            String encoding = System.getProperty("stdout.encoding",
                System.getProperty("native.encoding", System.getProperty("file.encoding")));
            System.setOut(stream(OUTPUT, encoding));
            System.setErr(stream(ERROR, encoding));
            System.setProperty("org.fusesource.jansi.Ansi.disable", "true");
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Map<Object, Object> properties = new HashMap<>(System.getProperties());
            boolean failsFast = number() == 1;
            File stop = new File(text());
            for (int left = number(); left > 0; left--) {
                String number = text();
                Properties own = new Properties();
                own.putAll(properties);
                for (int count = number(); count > 0; count--) own.setProperty(text(), text());
                byte[] settings = text().getBytes(StandardCharsets.ISO_8859_1);
                List<String> words = new ArrayList<>();
                words.add("--defaults-file=" + SETTINGS);
                for (int count = number(); count > 0; count--) words.add(text());
                if (stop.exists()) break;
                tell("begin", number);
                System.setProperties(own);
                int status = run(words, new ClassLoader(loader) {
                    @Override public InputStream getResourceAsStream(String name) {
                        if (!name.equals(SETTINGS)) return super.getResourceAsStream(name);
                        return new ByteArrayInputStream(settings);
                    }
                });
                tell("end", "" + status);
                if (failsFast && status != 0) break;
            }
        }

        private static void tell(String... fields) {
            report(OUTPUT, Arrays.asList(fields));
            report(ERROR, Arrays.asList(fields));
        }

        private static PrintStream stream(OutputStream stream, String encoding) throws IOException {
            return new PrintStream(new BufferedOutputStream(stream), true, encoding) {
                // Liquibase closes its output when a run is done.
                @Override public void close() { flush(); }
            };
        }

        /** Runs Liquibase on a thread of its own, as it keeps things for a thread. */
        private static int run(List<String> words, ClassLoader loader) throws InterruptedException {
            int[] status = {1};
            Thread thread = new Thread(() -> {
                try {
                    forget();
                    status[0] = new liquibase.integration.commandline.LiquibaseCommandLine()
                        .execute(words.toArray(new String[0]));
                } catch (Throwable error) {
                    error.printStackTrace();
                }
            });
            thread.setContextClassLoader(loader);
            thread.start();
            thread.join();
            return status[0];
        }

        private static void forget() throws ReflectiveOperationException {
            clear("liquibase.Scope", "rootScope");
            Scope.setScopeManager(new liquibase.SingletonScopeManager());
            reset("liquibase.lockservice.LockServiceFactory");
            reset("liquibase.changelog.ChangeLogHistoryServiceFactory");
            clear("liquibase.integration.commandline.Main", "newCliChangelogParameters");
            clear("liquibase.hub.HubUpdater", "skipAutoRegistration");
            // Classes tell it their settings when they are loaded, which is once.
            LiquibaseConfiguration known = configuration;
            configuration = Scope.getCurrentScope().getSingleton(LiquibaseConfiguration.class);
            if (known != null) known.getRegisteredDefinitions(true).forEach(configuration::registerDefinition);
            keepArguments(Scope.getCurrentScope().getSingleton(CommandFactory.class));
        }

        /** Classes of commands, too, tell their arguments only once; Liquibase 4.29 has them nowhere else. */
        @SuppressWarnings("unchecked")
        private static void keepArguments(CommandFactory factory) throws ReflectiveOperationException {
            try {
                java.lang.reflect.Field field = CommandFactory.class.getDeclaredField("commandArgumentDefinitions");
                field.setAccessible(true);
                Map<Object, Object> own = (Map<Object, Object>) field.get(factory);
                if (commandArguments != null && own != commandArguments) own.putAll(commandArguments);
                commandArguments = own;
            } catch (NoSuchFieldException error) {
                // A later version may keep them elsewhere.
            }
        }

        /** Has a class make its only instance anew, in the versions of Liquibase that have one. */
        private static void reset(String name) throws ReflectiveOperationException {
            try {
                Class.forName(name).getMethod("reset").invoke(null);
            } catch (ClassNotFoundException | NoSuchMethodException error) {
                // It belongs to the scope.
            }
        }

        /** Sets a static variable to null, in the versions of Liquibase that have it. */
        private static void clear(String name, String variable) throws ReflectiveOperationException {
            try {
                java.lang.reflect.Field field = Class.forName(name).getDeclaredField(variable);
                field.setAccessible(true);
                field.set(null, null);
            } catch (ClassNotFoundException | NoSuchFieldException error) {
                // There is nothing to forget.
            }
        }
    }

    /**
     * Runs statements over a connection of a JDBC driver, each in a transaction of its own; then over the next one.
     *
     * It reads the URL, the driver's class, a file of properties and properties themselves, among them user and
     * password; then statements with their parameters, the empty one to end the connection. An empty URL is the
     * end. Each is answered with its rows and "done", or with "failed" and why; so are the start, the connection
     * and its end. It ends with its input: nothing is left of it when devtool is gone.
     */
    private static final class Session {
        private static final BlockingQueue<String> TEXTS = new LinkedBlockingQueue<>();

        static void run() {
            // What a driver says must not get between the answers.
            System.setOut(System.err);
            Thread reader = new Thread(Session::read);
            reader.setDaemon(true);
            reader.start();
            // A busy machine may take long to come here; how long the database takes is another matter.
            answer("done");
            for (String url = next(); !url.isEmpty(); url = next()) {
                try (Connection connection = connect(url)) {
                    answer("done");
                    for (String statement = next(); !statement.isEmpty(); statement = next()) {
                        try {
                            run(statement, connection);
                            answer("done");
                        } catch (SQLException | RuntimeException error) {
                            fail(error);
                        }
                    }
                } catch (Exception | LinkageError error) {
                    fail(error);
                    continue;
                }
                answer("done");
            }
        }

        private static void read() {
            try {
                while (true) TEXTS.add(text());
            } catch (IOException error) {
                Runtime.getRuntime().halt(1);
            }
        }

        private static Connection connect(String url) throws Exception {
            String name = next();
            String file = next();
            Properties properties = new Properties();
            if (!file.isEmpty()) {
                try (InputStream input = new FileInputStream(file)) { properties.load(input); }
            }
            for (int count = count(); count > 0; count--) properties.setProperty(next(), next());
            if (!name.isEmpty()) {
                try {
                    return driver(name).connect(url, properties);
                } catch (ClassNotFoundException error) {
                    // Another may take the URL, too.
                }
            }
            for (Iterator<Driver> drivers = ServiceLoader.load(Driver.class).iterator();;) {
                try {
                    if (!drivers.hasNext()) throw new SQLException("there is no driver for the URL");
                    Driver driver = drivers.next();
                    Connection connection = driver.acceptsURL(url) ? driver.connect(url, properties) : null;
                    if (connection != null) return connection;
                } catch (ServiceConfigurationError error) {
                    // One that lacks other jars is not the one that is looked for.
                }
            }
        }

        private static Driver driver(String name) throws Exception {
            try {
                return (Driver) Class.forName(name).getConstructor().newInstance();
            } catch (InvocationTargetException error) {
                throw new SQLException(error.getCause());
            }
        }

        private static void run(String statement, Connection connection) throws SQLException {
            List<String> parameters = new ArrayList<>();
            for (int count = count(); count > 0; count--) parameters.add(next());
            // A URL may have it otherwise.
            if (!connection.getAutoCommit()) connection.setAutoCommit(true);
            try (PreparedStatement prepared = connection.prepareStatement(statement)) {
                for (int index = 1; index <= parameters.size(); index++) {
                    String parameter = parameters.get(index - 1);
                    if (parameter.startsWith("=")) {
                        prepared.setString(index, parameter.substring(1));
                    } else {
                        prepared.setBoolean(index, parameter.equals("true"));
                    }
                }
                if (!prepared.execute()) return;
                try (ResultSet rows = prepared.getResultSet()) { answer(rows); }
            }
        }

        private static void answer(ResultSet rows) throws SQLException {
            // SQLite's driver does not tell it after the last row.
            int columnCount = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                String[] fields = new String[columnCount + 1];
                fields[0] = "row";
                for (int column = 1; column <= columnCount; column++) {
                    String value = value(rows, column, rows.getMetaData().getColumnType(column));
                    fields[column] = value == null ? "-" : "=" + value;
                }
                answer(fields);
            }
        }

        private static String value(ResultSet rows, int column, int type) throws SQLException {
            if (type == Types.BIT || type == Types.BOOLEAN) {
                boolean value = rows.getBoolean(column);
                return rows.wasNull() ? null : "" + value;
            }
            if (type == Types.TIMESTAMP || type == Types.DATE) {
                try {
                    Timestamp time = rows.getTimestamp(column);
                    return time == null ? null : time.toString();
                } catch (SQLException error) {
                    // SQLite's driver does not read what databases of text have in a column for times.
                }
            }
            return rows.getString(column);
        }

        private static String next() {
            try {
                return TEXTS.take();
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
        }

        private static int count() {
            return Integer.parseInt(next());
        }

        private static void fail(Throwable error) {
            List<String> fields = new ArrayList<>(Arrays.asList("failed", "" + error));
            add(error, fields);
            report(OUTPUT, fields);
        }

        private static void answer(String... fields) {
            report(OUTPUT, Arrays.asList(fields));
        }
    }
}
