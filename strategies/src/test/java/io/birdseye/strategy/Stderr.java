package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Records what this JVM prints on stderr, and still prints it. It is installed once and never removed, so that no test
 * takes the stream away from another one.
 */
public final class Stderr {

    private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();

    static {
        // That a module's tests have no logging is said once, in whichever test comes first.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // First, since the JDK's logging keeps the stream that it finds: so no line is recorded twice.
        Logger.getLogger("").addHandler(new Warnings());
        System.setErr(new PrintStream(new Both(System.err), true, UTF_8));
    }

    private Stderr() {}

    /** A part of a test. */
    @FunctionalInterface
    public interface Part {
        void run() throws Exception;
    }

    /** What is printed while a part of a test runs. */
    public static String during(Part part) throws Exception {
        int before = PRINTED.size();
        part.run();
        byte[] all = PRINTED.toByteArray();
        return new String(Arrays.copyOfRange(all, before, all.length), UTF_8);
    }

    private static final class Both extends OutputStream {

        private final PrintStream stderr;

        Both(PrintStream stderr) {
            this.stderr = stderr;
        }

        @Override
        public void write(int letter) {
            write(new byte[] {(byte) letter}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            PRINTED.write(bytes, offset, length);
            stderr.write(bytes, offset, length);
        }
    }

    /** What the service prints of the JDK's logging: it is silent about what Grizzly logs of every start and stop. */
    private static final class Warnings extends Handler {

        @Override
        public void publish(LogRecord logged) {
            if (logged.getLevel().intValue() >= Level.WARNING.intValue()
                    && !String.valueOf(logged.getLoggerName()).endsWith(".GracefulShutdownRunner")) {
                PRINTED.writeBytes((logged.getLoggerName() + ": " + logged.getMessage() + " " + logged.getThrown() + "\n")
                        .getBytes(UTF_8));
            }
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // It is there as long as the JVM.
        }
    }
}
