package io.birdseye.strategy;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All threads that live now, for tests that look for threads which were left behind. */
public final class LiveThreads {

    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    /** With which the JDK runs virtual threads: they stay, once there was a virtual thread. */
    private static final Pattern OF_THE_JDK =
            Pattern.compile("VirtualThread-un.*|MasterPoller|(Read|Write)-Poller.*|ForkJoinPool-\\d+-delayScheduler");

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
        return inside(containers("root", null))
                .filter(thread -> thread.isVirtual() && thread.isAlive())
                .map(Thread::getName)
                .filter(name -> !OF_THE_JDK.matcher(name).matches() && !name.startsWith("SubPoller-")).toList();
    }

    /** As a dump of the JDK finds them. The dump itself crashes JVMs of 25 while virtual threads park (JDK-8364343). */
    private static Stream<Thread> inside(Object container) {
        return Stream.concat(
                ((Stream<?>) containers("threads", container)).map(Thread.class::cast),
                ((Stream<?>) containers("children", container)).flatMap(LiveThreads::inside));
    }

    private static Object containers(String method, @Nullable Object container) {
        try {
            return Class.forName("jdk.internal.vm.ThreadContainer" + (container == null ? "s" : ""))
                    .getMethod(method).invoke(container);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("tests run with --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED", e);
        }
    }
}
