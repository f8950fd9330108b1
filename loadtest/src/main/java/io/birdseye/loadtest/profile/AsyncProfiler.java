package io.birdseye.loadtest.profile;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.profile.ProfiledWindow.Attach;
import io.birdseye.model.ProfileEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import one.profiler.AsyncProfilerLoader;

/**
 * async-profiler, from the library that packs it for Linux (x64 and arm64) and macOS. It sees Java, native and, where
 * it may, kernel frames. CPU time is counted by perf events where that is allowed, and else by timers.
 */
final class AsyncProfiler implements ProfiledWindow.Profiler {

    private static final String INTERVAL = "2ms";
    private static final String ALLOCATED = "256k";

    private final Attach attach;
    private final Path program;
    private final List<String> engines;
    private String engine;

    private AsyncProfiler(Attach attach, Path program) {
        this.attach = attach;
        this.program = program;
        this.engines = engines(attach.event());
        this.engine = engines.getFirst();
    }

    /** @throws TrialFailure if there is none for this system, or the folder does not take it */
    static AsyncProfiler unpacked(Attach attach) throws TrialFailure {
        if (!AsyncProfilerLoader.isSupported()) {
            throw new TrialFailure("there is no async-profiler for " + System.getProperty("os.name") + " on "
                    + System.getProperty("os.arch"));
        }
        try {
            Path folder = Files.createDirectories(attach.unpacked());
            AsyncProfilerLoader.setExtractionDirectory(folder.toAbsolutePath());
            // It unpacks with the first use only.
            var _ = AsyncProfilerLoader.executeProfiler("--version");
            return new AsyncProfiler(attach, program(folder));
        } catch (IOException | IllegalStateException e) {
            throw new TrialFailure("async-profiler cannot be unpacked: " + e.getMessage(), e);
        }
    }

    private static Path program(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.toAbsolutePath().resolve("bin"))) {
            return files.findFirst().orElseThrow(() -> new IOException("there is no program in " + folder));
        }
    }

    /** From the best to one that works nearly everywhere. */
    private static List<String> engines(ProfileEvent event) {
        return switch (event) {
            case CPU -> List.of("cpu", "ctimer", "itimer");
            case WALL -> List.of("wall");
            case ALLOC -> List.of("alloc");
        };
    }

    @Override
    public String name() {
        return "async-profiler " + AsyncProfilerLoader.getVersion() + ", " + engine;
    }

    @Override
    public void start() throws TrialFailure, InterruptedException {
        String process = Long.toString(attach.pid());
        for (String each : engines) {
            engine = each;
            try {
                List<String> _ = attach.run(program, "start", "-e", each, "-i", each.equals("alloc") ? ALLOCATED : INTERVAL, process);
                return;
            } catch (TrialFailure e) {
                if (each.equals(engines.getLast())) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void stop(Path stacks) throws TrialFailure, InterruptedException {
        List<String> _ = attach.run(program, "stop", "-o", "collapsed", "--ann", "--norm", "--total", "-f",
                stacks.toAbsolutePath().toString(), Long.toString(attach.pid()));
    }

    /** The loader remembers what it has unpacked until that is deleted. */
    @Override
    public void close() {
        try {
            AsyncProfilerLoader.deleteExtractionDirectory();
        } catch (IOException e) {
            // It stays in the folder of the results.
        }
    }
}
