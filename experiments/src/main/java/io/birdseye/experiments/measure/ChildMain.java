package io.birdseye.experiments.measure;

import io.birdseye.model.ParentProcess;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The program of a child JVM: runs one probe. Arguments: the file for its figures, the upstream server's address or
 * nothing, the probe's class, its settings. Exit status 0 when it finished, {@value #NOT_POSSIBLE} when the machine
 * cannot do it, 1 when it failed.
 */
public final class ChildMain {

    static final int NOT_POSSIBLE = 42;

    /** Stands before the reason, in the last line on standard error. */
    static final String REASON = "birdseye: ";

    private ChildMain() {}

    /** Runs the probe and ends the JVM, even if the probe left threads running. */
    public static void main(String[] arguments) {
        ParentProcess.endWithParent();
        int status = 0;
        try (BufferedWriter figures = Files.newBufferedWriter(Path.of(arguments[0]))) {
            Probe probe = ProbeSettings.probe(Class.forName(arguments[2]).asSubclass(Probe.class),
                    Arrays.asList(arguments).listIterator(3));
            probe.measure(new ProbeContext(arguments[1], figures));
        } catch (NotPossible e) {
            System.err.println(REASON + e.getMessage());
            status = NOT_POSSIBLE;
        } catch (Throwable e) { // errors too: running out of threads is a result here
            e.printStackTrace();
            System.err.println(REASON + oneLine(e));
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    private static String oneLine(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.toString().lines().findFirst().orElse("failed without a message");
    }
}
