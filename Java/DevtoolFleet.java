import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import liquibase.configuration.LiquibaseConfiguration;

/**
 * Runs Liquibase for every description on standard input, one after another, in one process.
 *
 * Liquibase reads the settings of a run as a resource, which only the run's class loader knows: they are in
 * no file, and in no argument. Every run begins with fresh system properties on a thread of its own, and
 * Liquibase forgets what it keeps: in its scope, and in the few variables that a next run would read, the
 * changelog parameters of the command line among them.
 */
public final class DevtoolFleet {
    private static final String SETTINGS = "settings-of-this-run-in-memory";
    private static final OutputStream OUTPUT = new FileOutputStream(FileDescriptor.out);
    private static InputStream input;
    private static volatile int run;
    private static LiquibaseConfiguration configuration;

    public static void main(String[] arguments) throws Exception {
        input = new BufferedInputStream(System.in);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        String encoding = System.getProperty("stdout.encoding",
            System.getProperty("native.encoding", System.getProperty("file.encoding")));
        System.setOut(stream(1, encoding));
        System.setErr(stream(2, encoding));
        System.setProperty("org.fusesource.jansi.Ansi.disable", "true");
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Map<Object, Object> properties = new HashMap<>(System.getProperties());
        boolean failsFast = number() == 1;
        File stop = new File(text());
        for (int left = number(); left > 0; left--) {
            run = number();
            Properties own = new Properties();
            own.putAll(properties);
            for (int count = number(); count > 0; count--) own.setProperty(text(), text());
            byte[] settings = text().getBytes(StandardCharsets.ISO_8859_1);
            List<String> words = new ArrayList<>();
            words.add("--defaults-file=" + SETTINGS);
            for (int count = number(); count > 0; count--) words.add(text());
            if (stop.exists()) break;
            write('b', new byte[0], 0, 0);
            System.setProperties(own);
            int status = run(words, new ClassLoader(loader) {
                @Override public InputStream getResourceAsStream(String name) {
                    if (!name.equals(SETTINGS)) return super.getResourceAsStream(name);
                    return new ByteArrayInputStream(settings);
                }
            });
            System.out.flush();
            System.err.flush();
            write('e', new byte[] {(byte) status}, 0, 1);
            if (failsFast && status != 0) break;
        }
        System.exit(0);
    }

    private static PrintStream stream(int number, String encoding) throws IOException {
        return new PrintStream(new Frames(number), true, encoding) {
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
        liquibase.Scope.setScopeManager(new liquibase.SingletonScopeManager());
        reset("liquibase.lockservice.LockServiceFactory");
        reset("liquibase.changelog.ChangeLogHistoryServiceFactory");
        clear("liquibase.integration.commandline.Main", "newCliChangelogParameters");
        clear("liquibase.hub.HubUpdater", "skipAutoRegistration");
        // Classes tell it their settings when they are loaded, which is once.
        LiquibaseConfiguration known = configuration;
        configuration = liquibase.Scope.getCurrentScope().getSingleton(LiquibaseConfiguration.class);
        if (known != null) known.getRegisteredDefinitions(true).forEach(configuration::registerDefinition);
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

    private static String text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = input.read(); next != 0; next = input.read()) {
            if (next < 0) throw new EOFException();
            bytes.write(next);
        }
        return bytes.toString("UTF-8");
    }

    private static int number() throws IOException {
        return Integer.parseInt(text());
    }

    private static synchronized void write(int kind, byte[] bytes, int start, int count)
            throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(count + 13);
        DataOutputStream data = new DataOutputStream(frame);
        data.writeInt(0x001D4446);
        data.writeByte(kind);
        data.writeInt(run);
        data.writeInt(count);
        data.write(bytes, start, count);
        frame.writeTo(OUTPUT);
    }

    private static final class Frames extends OutputStream {
        private final int stream;

        Frames(int stream) { this.stream = stream; }

        @Override public void write(int next) throws IOException {
            write(new byte[] {(byte) next}, 0, 1);
        }

        @Override public void write(byte[] bytes, int start, int count)
                throws IOException {
            DevtoolFleet.write(stream, bytes, start, count);
        }
    }
}
