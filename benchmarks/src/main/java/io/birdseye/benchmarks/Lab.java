package io.birdseye.benchmarks;

import io.birdseye.benchmarks.process.Child;
import io.birdseye.loadtest.trial.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * What every bench has at hand.
 *
 * @param programs as the build left them
 * @param quick fewer and shorter measurements: a direction, not a result
 * @param out an existing folder for logs and raw results
 * @param progress is told what is being done
 */
public record Lab(Programs programs, boolean quick, Path out, Consumer<String> progress, Comparisons comparisons) {

    /** The flags of the service where nothing else is said: those with which {@code birdseye compare} starts it. */
    public static final List<String> SERVICE_FLAGS = List.of(Programs.SERVICE_JVM_FLAGS.split(" "));

    /** A lab whose results go below {@code out}. */
    public static Lab in(Programs programs, boolean quick, Path out, Consumer<String> progress) throws IOException {
        Files.createDirectories(out);
        return new Lab(programs, quick, out, progress, new Comparisons(programs.home(), quick, out, progress));
    }

    /** Starts mock-api on a free port, with the flags of a trial. */
    public Child mock(String log, List<String> arguments) throws IOException {
        return Child.listening(
                programs.command(programs.mockApi(), Programs.MOCK_JVM_FLAGS, with("--port", arguments)),
                out.resolve(log + ".log"));
    }

    /** Starts the service on a free port. */
    public Child service(String log, List<String> jvmFlags, List<String> arguments) throws IOException {
        return Child.listening(
                programs.command(programs.service(), jvmFlags, with("--port", arguments)), out.resolve(log + ".log"));
    }

    public void tell(String what) {
        progress.accept(what);
    }

    private static List<String> with(String port, List<String> arguments) {
        return java.util.stream.Stream.concat(java.util.stream.Stream.of(port, "0"), arguments.stream()).toList();
    }
}
