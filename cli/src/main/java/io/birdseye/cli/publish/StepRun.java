package io.birdseye.cli.publish;

import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Machine;
import io.birdseye.report.StoredResults;
import io.birdseye.report.published.MeasuredCode;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures a step by its command, in a process of its own, and publishes what is whole.
 *
 * @param home the folder of the project
 * @param rehearse whether to run the short command and publish nothing
 * @param disturbance what other programs do to the machine now; empty for nothing
 * @param told gets the command line of a step that begins
 */
record StepRun(Path home, String commit, boolean rehearse, Supplier<String> disturbance, Consumer<String> told) {

    /** Returns why there is no result to publish; empty if there is one. A step that has one is not run again. */
    String run(MeasuringStep step, StepFolder folder) throws IOException, InterruptedException {
        if (isPublished(step)) {
            return "";
        }
        if (folder.finished().isEmpty()) {
            String missing = measure(step, folder);
            if (!missing.isEmpty()) {
                return missing;
            }
        }
        if (!rehearse) {
            folder.publish();
        }
        return "";
    }

    /** Whether a result of this code on this kind of machine is published, whatever commit it names. */
    boolean isPublished(MeasuringStep step) throws IOException {
        if (rehearse) {
            return false;
        }
        String here = StepFolder.key("", Machine.here());
        Map<String, String> today = MeasuredCode.of(home, step.code());
        return PublishedStep.all(home.resolve("docs").resolve("results")).stream()
                .map(PublishedStep.Placed::step)
                .anyMatch(known -> known.step().equals(step.name()) && known.command().equals(step.commandLine())
                        && StepFolder.key("", known.machine()).equals(here) && known.changedSince(today).isEmpty());
    }

    private String measure(MeasuringStep step, StepFolder folder) throws IOException, InterruptedException {
        if (rehearse && step.rehearsal().isEmpty()) {
            return "it cannot be rehearsed, since its trials have a fixed length";
        }
        String before = othersRun();
        if (!before.isEmpty()) {
            return "not begun beside other programs: " + before;
        }
        folder.prepare(step, noted(step, "begun"));
        Exit exit = start(step, folder);
        String after = othersRun();
        if (!after.isEmpty()) {
            return "other programs ran at its end: " + after;
        }
        if (!step.kept().contains(exit) && !(rehearse && exit == Exit.CANNOT_TELL)) {
            return "%s (exit code %d); see %s".formatted(exit.words(), exit.code(), folder.measured().resolve(StepFolder.OUTPUT));
        }
        String floor = rehearse ? "" : disturbedFloor(folder.path());
        if (!floor.isEmpty()) {
            folder.forgetFloor();
            return floor + " The same command measures the floor again, and nothing else";
        }
        List<String> earlier = folder.takenOver();
        String begun = earlier.isEmpty() ? "" : "; begun at " + Format.list(earlier) + ", with the same measured code";
        noted(step, rehearse ? "a rehearsal, no result" : exit.words() + begun).write(folder.path());
        return "";
    }

    private PublishedStep noted(MeasuringStep step, String outcome) throws IOException {
        return new PublishedStep(step.name(), step.commandLine(), commit, Instant.now().toString(), Machine.here(), outcome,
                MeasuredCode.of(home, step.code()));
    }

    private static String disturbedFloor(Path folder) throws IOException {
        return Files.exists(folder.resolve(ResultsFile.NAME))
                ? StoredResults.read(folder).table().disturbedFloor().orElse("")
                : "";
    }

    /** A rehearsal measures nothing that others could spoil; in its seconds on a busy machine trials may be invalid. */
    private String othersRun() {
        return rehearse ? "" : disturbance.get();
    }

    private Exit start(MeasuringStep step, StepFolder folder) throws IOException, InterruptedException {
        List<String> arguments = step.arguments(rehearse, folder.measured().toString());
        told.accept("\n== " + step.name() + ": ./birdseye " + String.join(" ", arguments));
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of(home.resolve("birdseye").toString()), arguments.stream()).toList());
        // No step may build, and all run the same build.
        builder.environment().put("BIRDSEYE_NO_BUILD", "1");
        Process process = builder.directory(home.toFile())
                .redirectOutput(folder.freshOutput().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread end = new Thread(process::destroy, "birdseye-end-step");
        Runtime.getRuntime().addShutdownHook(end);
        int code = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return Stream.of(Exit.values()).filter(exit -> exit.code() == code).findFirst().orElse(Exit.BIRDSEYE_FAILED);
    }
}
