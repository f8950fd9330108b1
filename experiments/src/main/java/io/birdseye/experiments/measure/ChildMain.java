package io.birdseye.experiments.measure;

import io.birdseye.model.ParentProcess;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The program of a child JVM: runs one probe. Arguments: the probe's class, the file of its settings, the file for its
 * figures. Exit status 0 when it finished, {@value #NOT_POSSIBLE} when the machine cannot do it, 1 when it failed.
 */
public final class ChildMain {

    static final int NOT_POSSIBLE = 42;

    /** Stands before the reason, in the last line on standard error. */
    static final String REASON = "birdseye: ";

    private ChildMain() {}

    /** Ends the JVM, whatever threads the probe left behind. */
    public static void main(String[] arguments) {
        ParentProcess.endWithParent();
        int status;
        try {
            measure(arguments[0], Path.of(arguments[1]), Path.of(arguments[2]));
            status = 0;
        } catch (NotPossible e) {
            System.err.println(REASON + e.getMessage());
            status = NOT_POSSIBLE;
        } catch (Throwable e) { // errors too: running out of threads is a result here
            e.printStackTrace();
            System.err.println(REASON + oneLine(e));
            status = 1;
        }
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    private static void measure(String probe, Path settings, Path figures) throws Exception {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(settings)) {
            properties.load(reader);
        }
        Map<String, String> values = properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
        Probe instance = Class.forName(probe).asSubclass(Probe.class).getDeclaredConstructor().newInstance();
        try (BufferedWriter writer = Files.newBufferedWriter(figures)) {
            instance.measure(new ProbeContext(values, writer));
        }
    }

    private static String oneLine(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.toString().lines().findFirst().orElse("failed without a message");
    }
}
