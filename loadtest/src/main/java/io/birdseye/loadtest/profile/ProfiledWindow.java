package io.birdseye.loadtest.profile;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.result.Trial.TrialProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profiles the middle half of a window, beside another listener; if it fails, the trial goes on without. */
public final class ProfiledWindow implements LoadListener {

    private static final String STACKS = "profile.collapsed";

    private final LoadListener inner;
    private final Attach attach;
    private final long quarterNanos;
    private final Path stacks;
    private final List<String> reasons = new ArrayList<>();
    private long beginNanos;
    private @Nullable Profiler running;
    private @Nullable Profiler done;
    private boolean tried;

    /** How to reach the JVM; the {@code jcmd} is that of its JDK, or of another that is not older. */
    public record Attach(Launcher launcher, long pid, ProfileEvent event, Path jcmd, Path unpacked, Path log) {

        private List<Profiler> profilers(List<String> reasons) {
            List<Profiler> all = new ArrayList<>();
            try {
                all.add(AsyncProfiler.unpacked(this));
            } catch (TrialFailure e) {
                reasons.add(e.reason());
            }
            all.add(new FlightRecording(this));
            return all;
        }

        List<String> run(Path program, String... arguments) throws TrialFailure, InterruptedException {
            List<String> command = Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
            return launcher.run(Launch.logged(String.valueOf(program.getFileName()), command, log));
        }
    }

    /** Records where the JVM spends its time, or who allocates, between two calls. */
    interface Profiler extends AutoCloseable {

        /** For people, with what it counts: {@code async-profiler 4.5, ctimer}. */
        String name();

        /** @throws TrialFailure if it cannot attach; another profiler may */
        void start() throws TrialFailure, InterruptedException;

        void stop(Path stacks) throws TrialFailure, InterruptedException;

        @Override
        default void close() {}
    }

    private ProfiledWindow(LoadListener inner, Attach attach, Duration window, Path folder) throws IOException {
        this.inner = inner;
        this.attach = attach;
        this.quarterNanos = window.toNanos() / 4;
        this.stacks = folder.resolve(STACKS);
        Files.deleteIfExists(stacks);
    }

    /** Around a listener, where a profile is asked for. */
    public static Optional<ProfiledWindow> around(
            LoadListener inner, Optional<Attach> attach, Duration window, Path folder) throws IOException {
        return attach.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProfiledWindow(inner, attach.get(), window, folder));
    }

    @Override
    public void waiting(Stage stage) throws TrialFailure, InterruptedException {
        inner.waiting(stage);
        if (stage == Stage.MEASURING) {
            long passed = System.nanoTime() - beginNanos;
            if (!tried && passed >= quarterNanos) {
                tried = true;
                start();
            } else if (passed >= 3 * quarterNanos) {
                stop();
            }
        }
    }

    @Override
    public void measuring() throws TrialFailure, IOException, InterruptedException {
        inner.measuring();
        beginNanos = System.nanoTime();
    }

    @Override
    public void measured() throws TrialFailure, IOException, InterruptedException {
        stop();
        inner.measured();
    }

    private void start() throws InterruptedException {
        for (Profiler profiler : attach.profilers(reasons)) {
            if (running == null) {
                try {
                    profiler.start();
                    running = profiler;
                } catch (TrialFailure e) {
                    reasons.add(e.reason());
                    profiler.close();
                }
            }
        }
    }

    private void stop() throws InterruptedException {
        Profiler profiler = running;
        running = null;
        if (profiler != null) {
            try (profiler) {
                profiler.stop(stacks);
                done = profiler;
            } catch (TrialFailure e) {
                reasons.add(e.reason());
            }
        }
    }

    /** @param named gives the name that a file has in results */
    public TrialProfile profile(Function<Path, String> named) {
        Profiler profiler = done;
        if (profiler == null || !Files.exists(stacks)) {
            return new TrialProfile(null, null, reasons.isEmpty() ? "the window was too short" : String.join("; ", reasons));
        }
        return new TrialProfile(profiler.name(), named.apply(stacks), null);
    }
}
