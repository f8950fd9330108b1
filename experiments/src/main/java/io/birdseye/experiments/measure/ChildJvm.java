package io.birdseye.experiments.measure;

import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.model.ParentProcess;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A fresh JVM that runs one probe, seen from both sides: {@link #run} starts it, reads its figures and kills it with
 * everything it started when its time is over; {@link #main} is its program.
 */
public final class ChildJvm {

    /** The project's folder, as the start script passes it on. */
    private static final String HOME = "birdseye.home";

    /** The exit status of a probe that the machine cannot do; 0 is that of one that finished, 1 of one that failed. */
    private static final int NOT_POSSIBLE = 42;

    /** Stands before the reason, in the last line on standard error. */
    private static final String REASON = "birdseye: ";

    private ChildJvm() {}

    /** Takes at most the experiment's limit and some seconds; figures and output of the child stay in the folder. */
    static Run run(Launcher launcher, Path folder, Experiment experiment, String upstreamUrl, Program.Watch watch)
            throws IOException, TrialFailure, InterruptedException {
        Path figures = folder.resolve("figures.tsv");
        Path output = folder.resolve("output.txt");
        Files.deleteIfExists(figures);
        Program child = launcher.start(
                Launch.logged(experiment.name(), command(experiment, figures, upstreamUrl), output).inFolder(folder));
        int status;
        try {
            status = child.awaitExit(experiment.limit(), watch);
        } catch (TrialFailure late) {
            child.kill();
            return new Run(Ending.TIMED_OUT, "stopped after " + experiment.limit().toSeconds() + " s", read(figures));
        } finally {
            child.kill();
        }
        return switch (status) {
            case 0 -> new Run(Ending.FINISHED, "", read(figures));
            case NOT_POSSIBLE -> Run.notPossible(reason(output, status));
            default -> new Run(Ending.DIED, reason(output, status), read(figures));
        };
    }

    /** By which build, and where, children measure: this class path, and the programs of the service if they are built. */
    static Provenance provenance() throws IOException {
        Path home = Path.of(System.getProperty(HOME, "")).toAbsolutePath();
        JavaProgram child = JavaProgram.ofThisClassPath(ChildJvm.class);
        try {
            Programs programs = Programs.builtIn(home, JavaProgram.thisJava());
            return Provenance.of(home, List.of(child, programs.mockApi(), programs.service(), programs.injector()));
        } catch (TrialFailure notBuilt) {
            return Provenance.of(home, List.of(child));
        }
    }

    private static List<String> command(Experiment experiment, Path figures, String upstreamUrl) {
        Experiment.Jvm jvm = experiment.jvm();
        List<String> flags = new ArrayList<>(jvm.flags());
        flags.addAll(List.of("-Xmx" + jvm.heapMb() + "m", "--enable-native-access=ALL-UNNAMED"));
        // Where the programs of the service are; it is no setting, since it says nothing of what is measured.
        String home = System.getProperty(HOME);
        if (home != null) {
            flags.add("-D" + HOME + "=" + home);
        }
        List<String> java = JavaProgram.ofThisClassPath(ChildJvm.class).command(JavaProgram.thisJava(), flags, List.of(
                figures.toString(), upstreamUrl, experiment.probe().getClass().getName(), experiment.settings()));
        if (jvm.addressSpaceMb() == 0) {
            return java;
        }
        String limit = "ulimit -v " + jvm.addressSpaceMb() * 1024L;
        return Stream.concat(Stream.of("/bin/sh", "-c", limit + " && exec \"$@\"", "sh"), java.stream()).toList();
    }

    private static Map<String, Double> read(Path figures) throws IOException {
        return Files.exists(figures) ? ProbeContext.read(Files.readAllLines(figures).stream()) : Map.of();
    }

    private static String reason(Path output, int status) throws IOException {
        // A crashed JVM may print broken characters: read leniently.
        List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
        return lines.reversed().stream()
                .filter(line -> line.startsWith(REASON))
                .map(line -> line.substring(REASON.length()))
                .findFirst()
                .or(() -> lines.stream().filter(line -> line.contains("Error")).findFirst())
                .orElse("exit status " + status);
    }

    /**
     * Runs the probe and ends the JVM, even if the probe left threads running. Arguments: the file for its figures,
     * the address of the upstream server or nothing, the probe's class, its settings.
     */
    public static void main(String[] arguments) {
        ParentProcess.endWithParent();
        int status = 0;
        try (BufferedWriter figures = Files.newBufferedWriter(Path.of(arguments[0]))) {
            Class<? extends Probe> probe = Class.forName(arguments[2]).asSubclass(Probe.class);
            Experiment.JSON.readValue(arguments[3], probe).measure(new ProbeContext(arguments[1], figures));
        } catch (NotPossible e) {
            System.err.println(REASON + e.getMessage());
            status = NOT_POSSIBLE;
        } catch (Throwable e) { // errors too: running out of threads is a result here
            e.printStackTrace();
            System.err.println(REASON + oneLine(e));
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    private static String oneLine(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.toString().lines().findFirst().orElse("failed without a message");
    }
}
