package io.birdseye.faults;

import io.birdseye.faults.Fault.Expected;
import io.birdseye.model.Exit;
import io.birdseye.report.Reports;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What can be seen of a comparison that has ended, held against an undisturbed one: its exit code, why it ended as it
 * says itself, the results that it wrote, if any, and what was not as promised, so far. A trial is right if it is
 * valid and looks like one of those; or if it has failed or is invalid, with a reason that names the cause.
 */
record RunEnd(int exit, String lastWords, @Nullable Results results, List<String> wrong) {

    /** The share of the undisturbed trial's requests that a valid trial has at least: windows differ a little. */
    private static final double MIN_REQUESTS = 0.9;

    /** No request of a comparison of this size takes so long unless something was frozen. */
    private static final double FROZEN_MS = 2_000;

    /** Reads the files, which must be whole also after a {@code kill -9}. */
    static RunEnd of(int exit, Path log, Path out) throws IOException {
        List<String> wrong = new ArrayList<>();
        Results results = null;
        try {
            results = Files.exists(out.resolve(ResultsFile.NAME)) ? ResultsFile.read(out.resolve(ResultsFile.NAME)) : null;
            for (Path trial : Try.files(out.resolve("trials"))) {
                if (trial.toString().endsWith(".json")) {
                    var _ = ResultsFile.JSON.readTree(Files.readString(trial));
                }
            }
        } catch (IOException | JacksonException e) {
            wrong.add("a file is not whole: " + e.getMessage());
        }
        // The command's own line about its end; or else the last lines of its output but stack frames.
        List<String> lines = Files.readString(log).lines()
                .filter(line -> !line.isBlank() && !line.startsWith("\t") && !line.startsWith("NOTE: Picked up"))
                .toList();
        String words = lines.reversed().stream().filter(line -> line.startsWith("birdseye: ")).findFirst()
                .orElseGet(() -> String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size())));
        return new RunEnd(exit, words, results, wrong);
    }

    /** Whether every trial was measured, also where some of them are invalid. */
    boolean measured() {
        return results != null && (exit == Exit.FINE.code() || exit == Exit.CANNOT_TELL.code());
    }

    /** What is wrong with the comparison that met the fault. */
    List<String> disturbed(Expected expected, Results undisturbed) {
        boolean silent = expected.exit() != 0 && exit == expected.exit();
        List<String> reasons = new ArrayList<>();
        boolean completed = false;
        if (results != null) {
            // One that ended early leaves what it had, and says how many trials are missing.
            slots(results, undisturbed, measured() ? 0 : Objects.requireNonNullElse(results.trialsToCome(), 0));
            results.trials().stream().filter(Trial::failed).forEach(trial -> reasons.add(String.valueOf(trial.reason())));
            reasons.stream().filter(reason -> !expected.cause().matcher(reason).find())
                    .forEach(reason -> wrong.add("a trial failed with a reason that does not name the cause: " + reason));
            completed = reasons.isEmpty();
            results.trials().forEach(trial -> reasons.addAll(invalid(results, trial, undisturbed, expected.errors())));
        }
        if (!silent && (results == null || (completed && !measured()))) {
            reasons.add(lastWords);
            if (!expected.cause().matcher(lastWords).find()) {
                wrong.add("ended with " + exit + " and a reason that does not name the cause: " + lastWords);
            }
        } else if (!silent && !completed && exit != Exit.CONDITION_FAILED.code()) {
            wrong.add("exit code " + exit + ", although a trial failed");
        }
        if (expected.noticed() && reasons.stream().noneMatch(expected.cause().asPredicate())) {
            wrong.add("no trial says that it was disturbed, but: " + reasons);
        }
        return wrong;
    }

    /** What is wrong with one that went on in the same folder without a fault, or never had one. */
    List<String> whole(@Nullable Results undisturbed, Path out) throws IOException {
        if (results == null || !measured()) {
            wrong.add("it ended with " + exit + ": " + lastWords);
        } else {
            Results like = undisturbed == null ? results : undisturbed;
            slots(results, like, 0);
            results.trials().stream().filter(Trial::failed).forEach(trial -> wrong.add(trial.strategy() + " failed: " + trial.reason()));
            // That other programs of this machine disturbed a trial is told as such, and is no fault of the comparison.
            results.trials().forEach(trial -> invalid(results, trial, like, false));
        }
        Stream.of(Reports.MARKDOWN, Reports.CSV, Reports.PAGE)
                .filter(name -> out.resolve(name).toFile().length() == 0)
                .forEach(name -> wrong.add("it has no " + name));
        for (Path file : Stream.concat(Try.files(out).stream(), Try.files(out.resolve("trials")).stream()).toList()) {
            if (file.toString().endsWith(".part")) {
                wrong.add("it left " + file.getFileName());
            }
        }
        return wrong;
    }

    private void slots(Results found, Results undisturbed, int toCome) {
        Set<String> absent = names(undisturbed);
        absent.removeAll(names(found));
        if (!absent.isEmpty() && absent.size() != toCome) {
            wrong.add("the table lacks " + absent);
        }
    }

    private static Set<String> names(Results results) {
        Set<String> names = new TreeSet<>();
        results.trials().forEach(trial -> names.add("block " + trial.block() + ", " + trial.strategy()));
        return names;
    }

    /** Why a trial is invalid; one that says it is valid has to look like the undisturbed one. One that failed has no figures. */
    private List<String> invalid(Results found, Trial trial, Results undisturbed, boolean errorsAllowed) {
        Measured measured = trial.measured();
        List<String> broken = measured == null ? List.of() : Validity.of(found).broken(measured);
        if (measured != null && broken.isEmpty()) {
            String name = trial.strategy() + " is valid, although ";
            long requests = measured.requests() + measured.errors();
            long least = Trial.measured(undisturbed.trials()).mapToLong(Measured::requests).min().orElse(0);
            if (measured.errors() > 0 && !errorsAllowed) {
                wrong.add(name + "requests failed: " + measured.counts().errorsByKind());
            }
            if (requests < MIN_REQUESTS * least) {
                wrong.add(name + "it has " + requests + " requests, and an undisturbed one " + least);
            }
            if (measured.response().maxMs() > FROZEN_MS) {
                wrong.add(name + "an answer took " + measured.response().maxMs() + " ms");
            }
        }
        return broken;
    }
}
