package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.model.process.ServiceUse;
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
class ObservedService extends MeasuredService {

    /** Null where the service is no JVM, or is not known. */
    @Nullable JvmCollector collector;

    private ServiceUse.@Nullable Process first;
    private int peakThreads;

    ObservedService(List<Request> requests, OptionalLong pid, @Nullable Mock mock, boolean startedHere) {
        super(requests, pid, mock, startedHere);
    }

    /** One that runs; its process is found by its port, if it is on this machine. */
    static ObservedService running(RunningService service) {
        URI origin = service.requests().getFirst().origin();
        return new ObservedService(
                service.requests(), isHere(origin) ? ListeningProcess.at(port(origin)) : OptionalLong.empty(), null, false);
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

    /** Whether a service that runs is alive shows in its answers. */
    @Override
    public void look() throws TrialFailure, InterruptedException {}

    @Override
    void waiting(Stage stage) throws InterruptedException {
        if (collector != null && stage == Stage.WARMING_UP) {
            collector.warmingUp();
        }
        if (stage == Stage.MEASURING) {
            ServiceUse.Process _ = used();
        }
    }

    @Override
    void resetPeaks() {
        peakThreads = 0;
    }

    @Override
    void begin() {
        first = used();
    }

    /** What the process and all that it has started have used up to now; CPU time comes in steps of 10 ms. */
    private ServiceUse.Process used() {
        List<Long> family = pid.stream().boxed().flatMap(id -> ProcessHandle.of(id).stream())
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .map(ProcessHandle::pid)
                .toList();
        Duration cpu = Duration.ZERO;
        int threads = 0;
        long peakRssBytes = 0;
        boolean known = !family.isEmpty();
        for (long member : family) {
            try {
                ProcessStatus status = ProcessStatus.of(member);
                cpu = cpu.plus(status.cpu());
                threads += status.threads();
                peakRssBytes += status.peakRssBytes();
            } catch (IOException e) {
                // A child came and went; or the service has ended, or this is no Linux.
                known &= member != family.getFirst();
            }
        }
        if (!known) {
            return new ServiceUse.Process(System.nanoTime(), null, null, null, null, null, null, null);
        }
        peakThreads = Math.max(peakThreads, threads);
        return new ServiceUse.Process(
                System.nanoTime(), cpu.toNanos(), null, null, null, null, peakThreads, peakRssBytes);
    }

    @Override
    ServiceUse end() throws InterruptedException {
        ServiceUse.Process window = used().since(requireNonNull(first, "a window ends that has not begun"));
        return new ServiceUse(new ServiceUse.Process(
                window.nanos(), window.cpuNanos(), null, null,
                collector == null ? null : collector.measured(window.nanos()), null, window.peakThreads(),
                window.peakRssBytes()));
    }
}
