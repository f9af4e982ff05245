import java.io.*;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;

/**
 * Runs statements over one connection of a JDBC driver, each in a transaction of its own.
 *
 * All that it reads and writes are texts, each with a zero byte after it: first the URL, the driver's class,
 * a file of properties and properties themselves, among them user and password; then statements with their
 * parameters, the empty one to end. Each is answered with the number of rows, that of columns, and the values,
 * or with what went wrong; so are the start and the connection, with no rows. It ends with its input: nothing is left of it when devtool is gone.
 */
public final class DevtoolSession {
    private static final List<String> NO_ROWS = Arrays.asList("0", "0");
    private static final BlockingQueue<String> TEXTS = new LinkedBlockingQueue<>();
    private static final OutputStream ANSWERS = new FileOutputStream(FileDescriptor.out);

    public static void main(String[] arguments) throws Exception {
        // What a driver says must not get between the answers.
        System.setOut(System.err);
        Thread reader = new Thread(DevtoolSession::read);
        reader.setDaemon(true);
        reader.start();
        // A busy machine may take long to come here; how long the database takes is another matter.
        answer(NO_ROWS);
        try (Connection connection = connect()) {
            answer(NO_ROWS);
            for (String statement = text(); !statement.isEmpty(); statement = text()) {
                List<String> answer;
                try {
                    answer = run(statement, connection);
                } catch (SQLException | RuntimeException error) {
                    answer = failure(error);
                }
                answer(answer);
            }
        } catch (Exception | LinkageError error) {
            answer(failure(error));
        }
        // Drivers have threads that would keep it alive.
        System.exit(0);
    }

    private static void read() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream input = new BufferedInputStream(System.in)) {
            for (int next = input.read(); next >= 0; next = input.read()) {
                if (next != 0) {
                    bytes.write(next);
                } else {
                    TEXTS.add(bytes.toString("UTF-8"));
                    bytes.reset();
                }
            }
        } catch (IOException error) {
            // As the end.
        }
        Runtime.getRuntime().halt(1);
    }

    private static Connection connect() throws Exception {
        String url = text();
        String name = text();
        String file = text();
        Properties properties = new Properties();
        if (!file.isEmpty()) {
            try (InputStream input = new FileInputStream(file)) { properties.load(input); }
        }
        for (int count = number(); count > 0; count--) properties.setProperty(text(), text());
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

    private static List<String> run(String statement, Connection connection) throws SQLException {
        List<String> parameters = new ArrayList<>();
        for (int count = number(); count > 0; count--) parameters.add(text());
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
            if (!prepared.execute()) return NO_ROWS;
            try (ResultSet rows = prepared.getResultSet()) { return values(rows); }
        }
    }

    private static List<String> values(ResultSet rows) throws SQLException {
        // SQLite's driver does not tell it after the last row.
        int columnCount = rows.getMetaData().getColumnCount();
        List<String> values = new ArrayList<>();
        int rowCount = 0;
        for (; rows.next(); rowCount++) {
            for (int column = 1; column <= columnCount; column++) {
                String value = value(rows, column, rows.getMetaData().getColumnType(column));
                values.add(value == null ? "-" : "=" + value);
            }
        }
        values.addAll(0, Arrays.asList("" + rowCount, "" + columnCount));
        return values;
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

    private static List<String> failure(Throwable error) {
        return Collections.singletonList("!" + error);
    }

    private static String text() {
        try {
            return TEXTS.take();
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    private static int number() {
        return Integer.parseInt(text());
    }

    private static void answer(List<String> texts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String text : texts) {
            bytes.write(text.replace('\0', ' ').getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        bytes.writeTo(ANSWERS);
    }
}
