package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.model.process.ServiceUse.Collections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pauses of a JVM's garbage collector, from its performance counters, which {@code jcmd PerfCounter.print} reads.
 * Each look starts a JVM, which takes about 0.3 s of one core. So the first one is made shortly before the window.
 */
final class JvmCollector {

    private static final Duration BEFORE_WINDOW = Duration.ofSeconds(3);
    private static final Pattern FREQUENCY = Pattern.compile("(?m)^sun\\.os\\.hrt\\.frequency=(\\d+)");
    private static final Pattern TIME = Pattern.compile("(?m)^sun\\.gc\\.collector\\.\\d+\\.time=(\\d+)");
    private static final Pattern COUNT = Pattern.compile("(?m)^sun\\.gc\\.collector\\.\\d+\\.invocations=(\\d+)");

    private final Launcher launcher;
    private final Path jcmd;
    private final long pid;
    private final Path log;
    private final Duration warmUp;
    private long warmUpStart;
    private @Nullable Look before;

    private record Look(long nanos, double pauseMillis, long pauses) {}

    private JvmCollector(Launcher launcher, Path jcmd, long pid, Path log, Duration warmUp) {
        this.launcher = launcher;
        this.jcmd = jcmd;
        this.pid = pid;
        this.log = log;
        this.warmUp = warmUp;
    }

    /** Null for a process that is no JVM, or without a {@code jcmd} beside that {@code java}. */
    static @Nullable JvmCollector of(Launcher launcher, Path java, long pid, Path log, Duration warmUp) {
        Path jcmd = java.resolveSibling("jcmd");
        return isJvm(pid) && Files.isExecutable(jcmd) ? new JvmCollector(launcher, jcmd, pid, log, warmUp) : null;
    }

    private static boolean isJvm(long pid) {
        try {
            Path program = Files.readSymbolicLink(Path.of("/proc/" + pid + "/exe")).getFileName();
            return program != null && program.toString().equals("java");
        } catch (IOException e) {
            return false;
        }
    }

    /** Called some times a second before the window. */
    void warmingUp() throws InterruptedException {
        long now = System.nanoTime();
        if (warmUpStart == 0) {
            warmUpStart = now;
        }
        if (before == null && now - warmUpStart > warmUp.minus(BEFORE_WINDOW).toNanos()) {
            before = look();
        }
    }

    /** The window is over, which lasted so long: its pauses, at the rate between the looks. Null where the JVM does not tell. */
    @Nullable Collections measured(long windowNanos) throws InterruptedException {
        Look first = before;
        Look last = first == null ? null : look();
        before = null;
        return first == null || last == null
                ? null
                : new Collections(
                        last.pauses - first.pauses,
                        (last.pauseMillis - first.pauseMillis) * windowNanos / (last.nanos - first.nanos));
    }

    private @Nullable Look look() throws InterruptedException {
        List<String> command = List.of(jcmd.toString(), Long.toString(pid), "PerfCounter.print");
        try {
            String counters = String.join("\n", launcher.run(Launch.logged("jcmd", command, log)));
            Matcher frequency = FREQUENCY.matcher(counters);
            return frequency.find()
                    ? new Look(
                            System.nanoTime(), sum(TIME, counters) * 1e3 / Double.parseDouble(frequency.group(1)),
                            sum(COUNT, counters))
                    : null;
        } catch (TrialFailure e) {
            // A JVM of another user, or without counters: its collector is not known.
            return null;
        }
    }

    private static long sum(Pattern counter, String counters) {
        return counter.matcher(counters).results().mapToLong(found -> Long.parseLong(found.group(1))).sum();
    }
}
