package io.birdseye.loadtest.profile;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.report.profile.FlameGraphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JVM's own recorder, started by {@code jcmd}. It sees Java frames only, at safe places, and for CPU time about 20
 * threads every 10 ms; it cannot tell which threads wait. For allocations it notes each buffer that a thread takes.
 */
record FlightRecording(ProfiledWindow.Attach attach) implements ProfiledWindow.Profiler {

    private static final String NAME = "name=birdseye";

    /** Samples of threads in native code, most of which wait for a socket, count as CPU time otherwise. */
    private static final List<String> WITHOUT_WAITING = List.of("jdk.NativeMethodSample#enabled=false");

    /**
     * In place of {@code jdk.ObjectAllocationSample}, whose first sample of a thread stands for all that the thread has
     * allocated before the recording: 6.1 GB in 3 s of a service that allocates 3.0, a quarter of them in one place.
     */
    private static final List<String> EACH_BUFFER = List.of(
            "jdk.ObjectAllocationSample#enabled=false", "jdk.ObjectAllocationInNewTLAB#enabled=true",
            "jdk.ObjectAllocationOutsideTLAB#enabled=true");

    @Override
    public String name() {
        return "JDK Flight Recorder, " + attach.event().label();
    }

    @Override
    public void start() throws TrialFailure, InterruptedException {
        List<String> events = switch (attach.event()) {
            case CPU -> WITHOUT_WAITING;
            case ALLOC -> EACH_BUFFER;
            case WALL -> throw new TrialFailure("JDK Flight Recorder does not see threads that wait");
        };
        Stream<String> command = Stream.of(pid(), "JFR.start", NAME, "settings=profile");
        List<String> _ = attach.run(attach.jcmd(), Stream.concat(command, events.stream()).toArray(String[]::new));
    }

    @Override
    public void stop(Path stacks) throws TrialFailure, InterruptedException {
        Path recording = stacks.resolveSibling("profile.jfr").toAbsolutePath();
        List<String> _ = attach.run(attach.jcmd(), pid(), "JFR.stop", NAME, "filename=" + recording);
        try {
            FlameGraphs.collapse(recording, attach.event(), stacks);
            Files.deleteIfExists(recording);
        } catch (IOException | RuntimeException e) {
            throw new TrialFailure("the flight recording cannot be read: " + e.getMessage(), e);
        }
    }

    private String pid() {
        return Long.toString(attach.pid());
    }
}
