package io.birdseye.benchmarks;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What every bench has at hand.
 *
 * @param programs as the build left them
 * @param quick fewer and shorter measurements: a direction, not a result
 * @param out an existing folder for logs and raw results
 * @param launcher starts programs, and ends those that still run with the bench
 * @param progress is told what is being done
 */
public record Lab(
        Programs programs,
        boolean quick,
        Path out,
        Launcher launcher,
        Consumer<String> progress,
        Comparisons comparisons) {

    /** The flags of the service where nothing else is said: those with which {@code birdseye compare} starts it. */
    public static final List<String> SERVICE_FLAGS = Programs.serviceJvmFlags();

    /** A lab whose results go below {@code out}. */
    public static Lab in(Programs programs, boolean quick, Path out, Consumer<String> progress) throws IOException {
        Files.createDirectories(out);
        Launcher launcher = new Launcher();
        Comparisons comparisons = new Comparisons(programs.home(), quick, out, launcher, progress);
        return new Lab(programs, quick, out, launcher, progress, comparisons);
    }

    /** Starts mock-api on a free port, with the flags of a trial. */
    public Server mock(String log, List<String> arguments) throws TrialFailure, InterruptedException {
        return launcher.startServer(
                Launch.logged("mock-api", programs.mockCommand(onFreePort(arguments)), out.resolve(log + ".log")));
    }

    /** Starts the service on a free port. */
    public Server service(String log, List<String> jvmFlags, List<String> arguments)
            throws TrialFailure, InterruptedException {
        return launcher.startServer(Launch.logged(
                "service", programs.serviceCommand(jvmFlags, onFreePort(arguments)), out.resolve(log + ".log")));
    }

    public void tell(String what) {
        progress.accept(what);
    }

    private static List<String> onFreePort(List<String> arguments) {
        return Stream.concat(Stream.of("--port", "0"), arguments.stream()).toList();
    }
}
