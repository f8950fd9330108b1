package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.plan.TargetRequest;
import io.birdseye.loadtest.program.ProcessStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A service of the user's own. It tells nothing of itself, so it is looked at from outside, as far as it is found. */
class ObservedService implements MeasuredService {

    private final List<TargetRequest> requests;
    private final OptionalLong pid;
    private final @Nullable JvmCollector collector;
    private @Nullable Look first;
    private int peakThreads;

    /** @param used null where the process has ended or is not known, or this is no Linux */
    private record Look(long nanos, @Nullable Usage used) {}

    /** What a process and all that it has started have used up to one moment. */
    private record Usage(Duration cpu, int threads, long peakRssBytes) {}

    /** @param collector null where the service is no JVM, or is not known */
    ObservedService(List<TargetRequest> requests, OptionalLong pid, @Nullable JvmCollector collector) {
        this.requests = requests;
        this.pid = pid;
        this.collector = collector;
    }

    /** One that runs; its process is found by its port, if it is on this machine. */
    static ObservedService running(RunningService service) {
        URI origin = service.requests().getFirst().origin();
        return new ObservedService(
                service.requests(), isHere(origin) ? ListeningProcess.at(port(origin)) : OptionalLong.empty(), null);
    }

    private static boolean isHere(URI origin) {
        try {
            return InetAddress.getByName(origin.getHost()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    static int port(URI url) {
        return url.getPort() > 0 ? url.getPort() : url.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    @Override
    public List<TargetRequest> requests() {
        return requests;
    }

    @Override
    public OptionalLong pid() {
        return pid;
    }

    @Override
    public boolean startedHere() {
        return false;
    }

    @Override
    public @Nullable Mock mock() {
        return null;
    }

    /** Whether a service that runs is alive shows in its answers. */
    @Override
    public void look() throws TrialFailure, InterruptedException {}

    @Override
    public void waiting(Stage stage) throws InterruptedException {
        if (collector != null && stage == Stage.WARMING_UP) {
            collector.warmingUp();
        }
        if (stage == Stage.MEASURING) {
            Look _ = used();
        }
    }

    @Override
    public void resetPeaks() {
        peakThreads = 0;
    }

    @Override
    public void begin() {
        first = used();
    }

    private Look used() {
        Usage used = pid.isEmpty() ? null : usage(pid.getAsLong());
        peakThreads = Math.max(peakThreads, used == null ? 0 : used.threads());
        return new Look(System.nanoTime(), used);
    }

    private static @Nullable Usage usage(long pid) {
        List<Long> family = ProcessHandle.of(pid)
                .map(process -> Stream.concat(Stream.of(process), process.descendants()).map(ProcessHandle::pid).toList())
                .orElse(List.of());
        Duration cpu = Duration.ZERO;
        int threads = 0;
        long peakRssBytes = 0;
        for (long member : family) {
            try {
                ProcessStatus status = ProcessStatus.of(member);
                cpu = cpu.plus(status.cpu());
                threads += status.threads();
                peakRssBytes += status.peakRssBytes();
            } catch (IOException e) {
                if (member == pid) {
                    return null;
                }
                // A child that came and went.
            }
        }
        return family.isEmpty() ? null : new Usage(cpu, threads, peakRssBytes);
    }

    @Override
    public Use end() throws InterruptedException {
        Look before = requireNonNull(first, "a window ends that has not begun");
        Look after = used();
        Usage then = before.used();
        Usage now = after.used();
        Resources resources = new Resources(
                then == null || now == null ? null : (Long) Math.max(0, now.cpu().minus(then.cpu()).toNanos()),
                now == null ? null : (Integer) peakThreads,
                now == null ? null : (Long) now.peakRssBytes(),
                collector == null ? null : collector.measured());
        return new Use((after.nanos() - before.nanos()) / 1e9, resources, null);
    }

    @Override
    public void close() {}
}
