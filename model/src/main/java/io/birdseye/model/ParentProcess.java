package io.birdseye.model;

import java.util.Arrays;
import java.util.Optional;

/** Ties the life of a program to that of its parent: one that is killed cannot end its children, so they watch it. */
public final class ParentProcess {

    /** The system property that holds the parent's process id. */
    public static final String PROPERTY = "birdseye.parent";

    private ParentProcess() {}

    /**
     * Ends this JVM as soon as the process named by {@value #PROPERTY} has ended; does nothing where that is not set.
     * Costs one look at the process a second, on a daemon thread of the JDK.
     */
    public static void endWithParent() {
        String id = System.getProperty(PROPERTY);
        if (id == null) {
            return;
        }
        Optional<ProcessHandle> parent = ProcessHandle.of(Long.parseLong(id));
        if (parent.isEmpty()) {
            Runtime.getRuntime().halt(1);
            return;
        }
        // Halted, not exited: whoever is left without a parent has nobody to report to.
        var _ = parent.get().onExit().thenRun(() -> Runtime.getRuntime().halt(1));
    }

    /** Runs the main class of others, with the arguments behind it, and ends it with its parent. */
    public static void main(String[] mainAndArguments) throws ReflectiveOperationException {
        endWithParent();
        String[] arguments = Arrays.copyOfRange(mainAndArguments, 1, mainAndArguments.length);
        Class.forName(mainAndArguments[0]).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
}
