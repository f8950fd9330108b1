package io.birdseye.loadtest.client;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Remembers why a thread ended unexpectedly: its client reports only that a connection is closed. */
public final class LostThreads implements Thread.UncaughtExceptionHandler {

    private final PrintStream screen;
    private volatile @Nullable Throwable first;

    /** @param screen where a line is printed for each thread; a stack too, unless the JVM itself failed */
    public LostThreads(PrintStream screen) {
        this.screen = screen;
    }

    /** Makes it see all threads that have no handler of their own. */
    public static void remember(PrintStream screen) {
        Thread.setDefaultUncaughtExceptionHandler(new LostThreads(screen));
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        if (first == null) {
            first = failure;
        }
        screen.println("birdseye: thread " + thread.getName() + " ended: " + failure);
        if (!(failure instanceof VirtualMachineError)) {
            failure.printStackTrace(screen);
        }
    }

    /** What to add to a reason: empty as long as no thread was lost, or nobody remembers them. */
    static String words() {
        return Thread.getDefaultUncaughtExceptionHandler() instanceof LostThreads lost ? lost.addition() : "";
    }

    String addition() {
        Throwable failure = first;
        return failure == null ? "" : " (a thread of this command ended before: " + failure + ")";
    }
}
