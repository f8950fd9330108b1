package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.campaign.CampaignResult.Attempt;
import io.birdseye.loadtest.campaign.CampaignResult.Outcome;
import io.birdseye.loadtest.campaign.CampaignResult.Row;
import io.birdseye.loadtest.campaign.Judgement.Verdict;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.model.process.MachineSample;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Format;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs one small comparison over and over as a user runs it, brings about a fault in each, and judges what comes of it:
 * the result is right or says why it is not, nothing is left behind, and the same command gives the full table when the
 * fault is over. A try takes about twice the time of the comparison. Needs Linux: processes are found in {@code /proc}.
 *
 * @param programs by which the processes of a comparison are told apart
 * @param screen receives a line for each try
 */
public record Campaign(CampaignPlan plan, Programs programs, Consumer<String> screen) {

    /** A comparison of half a minute that takes longer than this hangs. */
    private static final Duration HANGS = Duration.ofMinutes(4);

    /** How often a moment is drawn anew if the comparison was over before its process appeared. */
    private static final int MOST_DRAWS = 3;

    /** Ending a comparison, and taking back its fault. */
    private static final Duration UNWINDS = Duration.ofSeconds(20);

    private static final Duration LOOK = Duration.ofSeconds(1);

    /**
     * Runs all tries, one of each situation after the other.
     *
     * @throws TrialFailure if the comparison fails also where nothing disturbs it, or this is no Linux
     * @throws IOException if the folder cannot be written to
     */
    public CampaignResult run() throws TrialFailure, IOException, InterruptedException {
        if (!Files.isReadable(Path.of("/proc/self/environ"))) {
            throw new TrialFailure("the campaign finds processes in /proc, which this system does not have");
        }
        if (!Files.isExecutable(plan.script())) {
            throw new TrialFailure("the campaign runs the start script, which is not there: " + plan.script());
        }
        long start = System.nanoTime();
        // The work tree may change while it runs.
        String commit = programs.provenance().commit();
        try (Unwinding _ = new Unwinding(UNWINDS);
                Launcher launcher = new Launcher()) {
            Undisturbed undisturbed = undisturbed(launcher);
            screen.accept(Format.text(
                    "undisturbed: %.1f s, %,d KiB of results, %d descriptors, %d threads", seconds(undisturbed.time()),
                    undisturbed.bytes() / 1_024, undisturbed.descriptors(), undisturbed.threads()));
            List<Situation> situations = new Situations(plan, programs, undisturbed, launcher).all();
            Map<Situation, List<Attempt>> attempts = new LinkedHashMap<>();
            situations.forEach(situation -> attempts.put(situation, new ArrayList<>()));
            int turns = situations.stream().mapToInt(Situation::tries).max().orElse(0);
            for (int turn = 1; turn <= turns; turn++) {
                for (Situation situation : situations) {
                    boolean wanted = turn <= situation.tries() && situation.impossible().isEmpty();
                    if (wanted && timeIsLeft(start, undisturbed)) {
                        Attempt attempt = attempt(launcher, situation, turn, undisturbed);
                        attempts.computeIfAbsent(situation, key -> new ArrayList<>()).add(attempt);
                        screen.accept(line(situation, turn, attempt));
                    }
                }
            }
            List<Row> rows = attempts.entrySet().stream()
                    .map(entry -> row(entry.getKey(), entry.getValue()))
                    .toList();
            return new CampaignResult(
                    CampaignResult.KIND, CampaignResult.SCHEMA_VERSION, Instant.now().toString(),
                    commit, Machine.here(), plan.command(), CampaignPlan.comparisonLine(),
                    plan.seed(), seconds(undisturbed.time()), rows);
        }
    }

    /** Whether a try that takes twice the undisturbed time would end in time. */
    private boolean timeIsLeft(long startNanos, Undisturbed undisturbed) {
        return plan.most().isEmpty()
                || System.nanoTime() - startNanos + 2 * undisturbed.time().toNanos() < plan.most().get().toNanos();
    }

    private Row row(Situation situation, List<Attempt> attempts) {
        String untried = !situation.impossible().isEmpty()
                ? situation.impossible()
                : attempts.size() < situation.tries()
                        ? "the time was over after " + CampaignPage.tries(attempts.size())
                        : "";
        return new Row(situation.name(), situation.what(), untried, attempts);
    }

    private static String line(Situation situation, int turn, Attempt attempt) {
        List<String> words = new ArrayList<>(attempt.wrong().isEmpty() ? attempt.reasons() : attempt.wrong());
        return situation.name() + ", try " + turn + " (" + attempt.fault() + "): "
                + CampaignPage.words(attempt.outcome()) + (words.isEmpty() ? "" : ": " + String.join("; ", words));
    }

    private Undisturbed undisturbed(Launcher launcher) throws TrialFailure, IOException, InterruptedException {
        Path folder = emptyFolder("undisturbed");
        int[] most = new int[2];
        try (ComparisonProcess comparison = comparison(launcher, folder, "run.log", List.of())) {
            int exit = comparison.awaitExit(HANGS, () -> {
                Thread.sleep(100);
                int threads = 0;
                for (MarkedProcess process : comparison.processes().toList()) {
                    try {
                        ProcessStatus status = ProcessStatus.of(process.pid());
                        threads += status.threads();
                        most[0] = Math.max(most[0], status.descriptors());
                    } catch (IOException e) {
                        // It has ended since.
                    }
                }
                most[1] = Math.max(most[1], threads);
            });
            Duration time = comparison.elapsed();
            Seen seen = Seen.of(exit, folder.resolve("run.log"), ComparisonProcess.results(folder));
            Results results = seen.results();
            if (!seen.measured() || results == null) {
                throw new TrialFailure("the comparison fails also where nothing disturbs it, with exit code " + exit
                        + ": " + seen.lastWords() + " (" + folder + ")");
            }
            List<String> left = LeftBehind.of(folder, LeftBehind.PATIENCE);
            if (!left.isEmpty()) {
                throw new TrialFailure("the comparison leaves something behind also where nothing disturbs it: "
                        + String.join("; ", left));
            }
            return new Undisturbed(results, time, bytes(ComparisonProcess.results(folder)), most[0], most[1]);
        }
    }

    private ComparisonProcess comparison(Launcher launcher, Path folder, String log, List<String> prefix)
            throws TrialFailure, IOException {
        return new ComparisonProcess(launcher, folder, log, prefix, plan.comparison());
    }

    /** The moment or limit of a try depends on the seed, the situation and the number of the try alone. */
    private Attempt attempt(Launcher launcher, Situation situation, int turn, Undisturbed undisturbed)
            throws TrialFailure, IOException, InterruptedException {
        // Mixed once: the first numbers of seeds that follow one another are nearly equal.
        long seed = 31 * (31 * plan.seed() + situation.name().hashCode()) + turn;
        Random random = new Random(new SplittableRandom(seed).nextLong());
        for (int draw = 1; ; draw++) {
            if (situation.quiet()) {
                Optional<String> disturbed = disturbedAlready();
                if (disturbed.isPresent()) {
                    return new Attempt("–", Outcome.NOT_JUDGED, List.of(disturbed.get()), List.of(), 0, 0);
                }
            }
            InjectedFault fault = situation.fault().apply(random);
            Optional<Attempt> attempt = attempt(launcher, situation, situation.name() + " " + turn, fault, undisturbed);
            if (attempt.isPresent()) {
                return attempt.get();
            }
            if (draw == MOST_DRAWS) {
                return new Attempt("–", Outcome.NOT_JUDGED,
                        List.of("the comparison was over before the moment, " + MOST_DRAWS + " times"), List.of(), 0,
                        0);
            }
        }
    }

    /** Why a disturbance by other programs cannot be told from what is there already. */
    private static Optional<String> disturbedAlready() throws InterruptedException {
        MachineSample before = MachineSample.now();
        Thread.sleep(LOOK);
        Double others = MachineSample.now().since(before).others();
        return others == null || others <= ValidityBounds.MOST_OTHERS
                ? Optional.empty()
                : Optional.of("other programs took " + Format.percent(others) + " of the cores before it began");
    }

    /** Empty if the comparison was over before the fault could happen. */
    private Optional<Attempt> attempt(
            Launcher launcher, Situation situation, String name, InjectedFault fault, Undisturbed undisturbed)
            throws TrialFailure, IOException, InterruptedException {
        long start = System.nanoTime();
        Path folder = emptyFolder(name.replaceAll("[^A-Za-z0-9]+", "-"));
        Path out = Files.createDirectories(ComparisonProcess.results(folder));
        Judgement judgement = new Judgement(situation, undisturbed.results());
        List<String> wrong = new ArrayList<>();
        Optional<String> struck;
        Verdict disturbed;
        Verdict resumed;
        try {
            int exit;
            try {
                fault.prepare(out);
                try (ComparisonProcess comparison = comparison(launcher, folder, "run.log", fault.prefix())) {
                    struck = fault.strike(comparison);
                    exit = comparison.awaitExit(HANGS, () -> {});
                    // Closing would end what is left.
                    fault.lift(out);
                    wrong.addAll(LeftBehind.of(folder, LeftBehind.PATIENCE));
                }
            } finally {
                fault.lift(out);
            }
            if (struck.isEmpty()) {
                return Optional.empty();
            }
            disturbed = judgement.disturbed(Seen.of(exit, folder.resolve("run.log"), out));
            try (ComparisonProcess again = comparison(launcher, folder, "resumed.log", List.of())) {
                int exitAgain = again.awaitExit(HANGS, () -> {});
                for (String left : LeftBehind.of(folder, LeftBehind.PATIENCE)) {
                    wrong.add("resumed, " + left);
                }
                resumed = judgement.resumed(Seen.of(exitAgain, folder.resolve("resumed.log"), out));
            }
        } catch (TrialFailure e) {
            // It does not end.
            return Optional.of(new Attempt(
                    "–", Outcome.WRONG, List.of(), List.of(e.reason()), 0, secondsSince(start)));
        } finally {
            fault.forget(out);
        }
        wrong.addAll(disturbed.wrong());
        wrong.addAll(resumed.wrong());
        if (wrong.isEmpty()) {
            delete(folder);
        } else {
            screen.accept("  its logs are in " + folder);
        }
        return Optional.of(new Attempt(
                struck.orElseThrow(), wrong.isEmpty() ? disturbed.outcome() : Outcome.WRONG,
                without(folder, disturbed.reasons()), without(folder, wrong),
                resumed.invalid(), secondsSince(start)));
    }

    /** A folder of this machine says nothing to a reader. */
    private static List<String> without(Path folder, List<String> texts) {
        return texts.stream().map(text -> text.replace(folder.toString(), "…")).toList();
    }

    private Path emptyFolder(String name) throws IOException {
        Path folder = plan.out().resolve("tries").resolve(name);
        delete(folder);
        return Files.createDirectories(folder);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum();
        }
    }

    private static double seconds(Duration time) {
        return Math.round(time.toMillis() / 100.0) / 10.0;
    }

    private static double secondsSince(long nanos) {
        return seconds(Duration.ofNanos(System.nanoTime() - nanos));
    }
}
