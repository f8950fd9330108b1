package io.birdseye.model;

import java.util.Arrays;
import java.util.Optional;

/**
 * Ties the life of a program to that of the program that started it. A parent that is killed cannot end its children,
 * so the children watch it.
 */
public final class ParentProcess {

    /** The system property that holds the parent's process id. */
    public static final String PROPERTY = "birdseye.parent";

    private ParentProcess() {}

    /**
     * Ends this JVM as soon as the process named by {@value #PROPERTY} has ended. Does nothing where the property is
     * not set. Costs one look at the process a second, on a daemon thread of the JDK.
     *
     * @throws NumberFormatException if the property is not a process id
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

    /**
     * Runs a program of others, which does not watch its parent, and ends it with its parent.
     *
     * @param mainAndArguments its main class and what that is given
     */
    public static void main(String[] mainAndArguments) throws ReflectiveOperationException {
        endWithParent();
        String[] arguments = Arrays.copyOfRange(mainAndArguments, 1, mainAndArguments.length);
        Class.forName(mainAndArguments[0]).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
}
