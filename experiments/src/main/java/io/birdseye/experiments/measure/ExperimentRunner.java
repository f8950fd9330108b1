package io.birdseye.experiments.measure;

import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.model.MachineLimits;
import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures experiments: every run in a fresh child JVM, in blocks of seeded random order, so that a slow minute of the
 * machine does not hit one experiment alone. Every second block runs in the reverse order of the one before it, A B C
 * C B A: what grows slower through both of them, as a machine does that warms up, then hits all experiments alike. What
 * was measured is kept at once and is not measured again.
 */
public final class ExperimentRunner implements AutoCloseable {

    /** Started by name, as a process: the experiments know mock-api by HTTP only. */
    private static final String MOCK_API = "io.birdseye.mockapi.MockApiMain";

    private final Provenance provenance;
    private final Path folder;
    private final RunFolder points;
    private final Path work;
    private final String upstreamMain;
    private final Random order = new Random(1);
    private final Launcher launcher = new Launcher();
    /** Experiments that this machine cannot do now; another time it may have more memory free. */
    private final Set<String> impossible = new HashSet<>();
    private @Nullable Program upstream;
    private double doneSeconds;

    /**
     * @param folder keeps the runs, in {@code points}, and the children's files, in {@code work}
     * @throws FolderRefused if another run has the folder, or it holds runs of another build, JDK or machine
     */
    public ExperimentRunner(Path folder) throws IOException, FolderRefused {
        this(folder, MOCK_API);
    }

    private record Kept(String point, String fingerprint, List<Run> runs) {}

    /** @param upstreamMain takes {@code --port 0} and prints {@code ready on} and its address */
    ExperimentRunner(Path folder, String upstreamMain) throws IOException, FolderRefused {
        this.provenance = ChildJvm.provenance();
        this.folder = folder.resolve("points");
        this.points = RunFolder.lock(this.folder, provenance);
        this.work = Files.createDirectories(folder.resolve("work").toAbsolutePath());
        this.upstreamMain = upstreamMain;
    }

    public Provenance provenance() {
        return provenance;
    }

    public Measurements measured(Collection<Experiment> experiments) {
        return new Measurements(experiments.stream().collect(Collectors.toMap(Experiment::name, this::kept)));
    }

    public int missing(Experiment experiment) {
        long done = kept(experiment).stream().filter(run -> run.ending() != Ending.NOT_POSSIBLE).count();
        return impossible.contains(experiment.name()) ? 0 : Math.max(0, experiment.runs() - (int) done);
    }

    /**
     * Measures what is missing. A run that dies or hangs is kept as such; an interrupt kills all children. Progress is
     * told the experiment and {@link #doneSeconds}; it knows no total.
     */
    public void measure(Collection<Experiment> experiments, Progress progress)
            throws IOException, InterruptedException {
        List<Experiment> forth = missingOf(experiments);
        while (!forth.isEmpty()) {
            Collections.shuffle(forth, order);
            measureBlock(forth, progress);
            measureBlock(missingOf(forth.reversed()), progress);
            forth = missingOf(experiments);
        }
    }

    private void measureBlock(List<Experiment> block, Progress progress)
            throws IOException, InterruptedException {
        for (Experiment experiment : block) {
            double expected = seconds(experiment.expected());
            double before = doneSeconds;
            long start = System.nanoTime();
            Run run = run(experiment, () -> {
                double inRun = Math.min(expected, (System.nanoTime() - start) / 1e9);
                progress.update(experiment.name(), before + inRun, before + expected);
            });
            if (run.ending() == Ending.NOT_POSSIBLE) {
                impossible.add(experiment.name());
            }
            keep(experiment, run);
            doneSeconds += expected;
            String end = run.ending() == Ending.FINISHED ? "" : " " + run.ending().words() + " " + run.detail();
            progress.update(experiment.name() + end, doneSeconds, doneSeconds);
        }
    }

    /** What the runs of this runner were expected to take together, so far. */
    public double doneSeconds() {
        return doneSeconds;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    /** Runs of this experiment with exactly these settings; throws, and names the file, where it is damaged. */
    List<Run> kept(Experiment experiment) {
        Path file = file(experiment);
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            Kept kept = JsonFile.read(file, json -> Experiment.JSON.readValue(json, Kept.class));
            return kept.fingerprint().equals(experiment.fingerprint()) ? kept.runs() : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** In place of earlier ones that were not possible. The file is replaced whole, so an interruption leaves no half. */
    private void keep(Experiment experiment, Run run) throws IOException {
        List<Run> runs = new ArrayList<>(kept(experiment));
        runs.removeIf(old -> old.ending() == Ending.NOT_POSSIBLE);
        runs.add(run);
        WholeFile.write(file(experiment), Experiment.JSON.writerWithDefaultPrettyPrinter()
                .writeValueAsString(new Kept(experiment.name(), experiment.fingerprint(), runs)));
    }

    private Path file(Experiment experiment) {
        return folder.resolve(experiment.name().replace('/', '_') + ".json");
    }

    private List<Experiment> missingOf(Collection<Experiment> experiments) {
        return experiments.stream().filter(experiment -> missing(experiment) > 0).collect(Collectors.toList());
    }

    private Run run(Experiment experiment, Program.Watch watch) throws IOException, InterruptedException {
        var missing = experiment.needs().missing(MachineLimits.now(), Files.getFileStore(work).getUsableSpace());
        if (missing.isPresent()) {
            return Run.notPossible(missing.get());
        }
        Path own = Files.createDirectories(work.resolve(experiment.name().replace('/', '_')));
        try {
            return ChildJvm.run(launcher, own, experiment, experiment.upstream() ? upstreamUrl() : "", watch);
        } catch (IOException | TrialFailure e) {
            return new Run(Ending.DIED, "the child could not be run: " + e.getMessage(), Map.of());
        } finally {
            deleteLargeFiles(own);
        }
    }

    private String upstreamUrl() throws TrialFailure, InterruptedException {
        Program running = upstream;
        if (running == null || !running.alive()) {
            String classPath = JavaProgram.ofThisClassPath(getClass()).classPath();
            JavaProgram program =
                    new JavaProgram(upstreamMain, classPath, List.of("--enable-native-access=ALL-UNNAMED"));
            running = launcher.startServer(Launch.logged("the upstream server",
                    program.command(JavaProgram.thisJava(), Programs.MOCK_JVM_FLAGS, List.of("--port", "0")),
                    work.resolve("upstream.log")));
            upstream = running;
        }
        return running.url();
    }

    /** Deletes generated texts and databases; logs stay. */
    private static void deleteLargeFiles(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.toString().matches(".*\\.(txt|log|json|properties|tsv)")) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Ends every program that was started, and unlocks the folder. */
    @Override
    public void close() throws IOException {
        launcher.close();
        points.close();
    }
}
