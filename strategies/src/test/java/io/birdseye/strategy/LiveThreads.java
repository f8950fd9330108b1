package io.birdseye.strategy;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All threads that live now, for tests that look for threads which were left behind. */
public final class LiveThreads {

    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    /** With which the JDK runs virtual threads: they stay, once there was a virtual thread. */
    private static final Pattern OF_THE_JDK =
            Pattern.compile("VirtualThread-un.*|MasterPoller|(Read|Write)-Poller.*|ForkJoinPool-\\d+-delayScheduler");

    private static final Pattern VIRTUAL = Pattern.compile("(?m)^#\\d+ \"([^\"]*)\" virtual");

    private LiveThreads() {}

    /** Platform threads, without those with which the JDK runs virtual threads. */
    public static Set<Thread> platform() {
        // Not Thread.getAllStackTraces: it walks all stacks, and the tests ask often.
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 16];
        return Stream.of(threads).limit(root.enumerate(threads))
                .filter(Thread::isAlive)
                .filter(thread -> !thread.getClass().getName().equals(CARRIER))
                .filter(thread -> !OF_THE_JDK.matcher(thread.getName()).matches()).collect(Collectors.toSet());
    }

    /** The names of the virtual threads, empty for one without a name; without those of the JDK. */
    public static List<String> virtual() {
        try {
            Path folder = Files.createTempDirectory("threads");
            Path dump = folder.resolve("dump.txt");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
                return VIRTUAL.matcher(Files.readString(dump)).results()
                        .map(found -> found.group(1))
                        .filter(name -> !OF_THE_JDK.matcher(name).matches() && !name.startsWith("SubPoller-")).toList();
            } finally {
                Files.deleteIfExists(dump);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
