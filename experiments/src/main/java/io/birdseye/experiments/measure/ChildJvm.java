package io.birdseye.experiments.measure;

import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs an experiment once in a fresh JVM, and kills that JVM with everything it started when its time is over.
 *
 * @param folder for figures and output of the child
 */
record ChildJvm(Launcher launcher, Path folder) {

    /** The project's folder, as the start script passes it on. */
    private static final String HOME = "birdseye.home";

    /**
     * Starts, waits, reads the figures. Takes at most the experiment's limit and some seconds.
     *
     * @throws IOException if files cannot be read or written
     * @throws TrialFailure if the child cannot be started
     * @throws InterruptedException after the child was killed
     */
    Run run(Experiment experiment, String upstreamUrl) throws IOException, TrialFailure, InterruptedException {
        Path figures = folder.resolve("figures.tsv");
        Path output = folder.resolve("output.txt");
        Files.deleteIfExists(figures);
        Program child = launcher.start(
                Launch.logged(experiment.name(), command(experiment, figures, upstreamUrl), output).inFolder(folder));
        int status;
        try {
            status = child.awaitExit(experiment.limit(), () -> {});
        } catch (TrialFailure late) {
            child.kill();
            return new Run(
                    Ending.TIMED_OUT, "stopped after " + experiment.limit().toSeconds() + " s", read(figures));
        } finally {
            child.kill();
        }
        return switch (status) {
            case 0 -> new Run(Ending.FINISHED, "", read(figures));
            case ChildMain.NOT_POSSIBLE -> Run.notPossible(reason(output, status));
            default -> new Run(Ending.DIED, reason(output, status), read(figures));
        };
    }

    /**
     * By which build, and where, children measure: this class path, and the programs of the service if they are built.
     */
    static Provenance provenance() throws IOException {
        Path home = Path.of(System.getProperty(HOME, "")).toAbsolutePath();
        JavaProgram child = JavaProgram.ofThisClassPath(ChildMain.class);
        try {
            Programs programs = Programs.builtIn(home, JavaProgram.thisJava());
            return Provenance.of(home, List.of(child, programs.mockApi(), programs.service(), programs.injector()));
        } catch (TrialFailure notBuilt) {
            return Provenance.of(home, List.of(child));
        }
    }

    private static List<String> command(Experiment experiment, Path figures, String upstreamUrl) {
        List<String> flags = new ArrayList<>(experiment.jvmFlags());
        flags.addAll(List.of("-Xmx" + experiment.heapMb() + "m", "--enable-native-access=ALL-UNNAMED"));
        // Where the programs of the service are; it is no setting, since it says nothing of what is measured.
        String home = System.getProperty(HOME);
        if (home != null) {
            flags.add("-D" + HOME + "=" + home);
        }
        Probe probe = experiment.probe();
        List<String> arguments = new ArrayList<>(List.of(figures.toString(), upstreamUrl, probe.getClass().getName()));
        arguments.addAll(ProbeSettings.of(probe).values());
        List<String> java =
                JavaProgram.ofThisClassPath(ChildMain.class).command(JavaProgram.thisJava(), flags, arguments);
        if (experiment.addressSpaceMb() == 0) {
            return java;
        }
        String limit = "ulimit -v " + experiment.addressSpaceMb() * 1024L;
        return Stream.concat(Stream.of("/bin/sh", "-c", limit + " && exec \"$@\"", "sh"), java.stream()).toList();
    }

    private static Map<String, Double> read(Path figures) throws IOException {
        return Files.exists(figures) ? ProbeContext.read(Files.readAllLines(figures).stream()) : Map.of();
    }

    private static String reason(Path output, int status) throws IOException {
        // A crashed JVM may print broken characters: read leniently.
        List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
        return lines.reversed().stream()
                .filter(line -> line.startsWith(ChildMain.REASON))
                .map(line -> line.substring(ChildMain.REASON.length()))
                .findFirst()
                .or(() -> lines.stream().filter(line -> line.contains("Error")).findFirst())
                .orElse("exit status " + status);
    }
}
