package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.trial.Drive.Answer;
import io.birdseye.loadtest.trial.Drive.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What becomes of strategies when more is asked than they can do. Two experiments, each strategy in a fresh JVM: a load
 * that steps up and down, with the regret of {@code adaptive} against the best fixed strategy of each phase; and twice
 * the capacity for a while, beside strategies whose queue has no end.
 */
public final class Overload {

    private static final String ADAPTIVE = "adaptive";

    /** An answer that takes longer than so many floors is of no use to who asked. */
    private static final double USEFUL_FLOORS = 3;

    private static final double GOODPUT_TARGET = 0.9;
    private static final int RECOVERY_TARGET_SECONDS = 5;

    /** The load of each phase, in capacities. */
    private static final List<Double> STEPS = List.of(0.3, 0.9, 2.0, 0.6, 1.5, 0.3);

    /** The rising load before the overload, in capacities: the most that is answered at any of them is the peak. */
    private static final List<Double> RISE = List.of(0.8, 1.0, 1.2);

    private static final Duration RISE_STEP = Duration.ofSeconds(8);
    private static final double QUIET = 0.5;
    private static final Duration WARM_UP = Duration.ofSeconds(12);
    private static final Duration CALIBRATION = Duration.ofSeconds(10);
    private static final Duration AFTERWARDS = Duration.ofSeconds(12);

    private final ComparisonSettings settings;
    private final Programs programs;
    private final Plan plan;
    private final Consumer<String> screen;

    /**
     * @param fixed what the oracle chooses from
     * @param unbounded shown under twice the capacity
     * @param step how long each phase of the stepped load takes
     * @param overload how long twice the capacity lasts
     */
    public record Plan(List<String> fixed, List<String> unbounded, Duration step, Duration overload) {

        public Plan {
            fixed = List.copyOf(fixed);
            unbounded = List.copyOf(unbounded);
        }

        /** How long all of it takes, roughly. */
        public Duration span() {
            Duration start = Duration.ofSeconds(6).plus(WARM_UP);
            Duration steps = start.plus(step.multipliedBy(STEPS.size())).multipliedBy(1L + fixed.size());
            Duration twice = start.plus(overload).plus(AFTERWARDS).multipliedBy(1L + unbounded.size());
            return steps.plus(twice)
                    .plus(RISE_STEP.multipliedBy(RISE.size()))
                    .plus(start)
                    .plus(CALIBRATION.multipliedBy(2));
        }
    }

    /** @param settings of the service and the mock; load and warm-up play no part, the queue should have no end */
    public Overload(ComparisonSettings settings, Programs programs, Plan plan, Consumer<String> screen) {
        this.settings = settings;
        this.programs = programs;
        this.plan = plan;
        this.screen = screen;
    }

    private record Scale(double capacity, double floorMs) {

        double usefulMs() {
            return USEFUL_FLOORS * floorMs;
        }
    }

    private record Figures(double offered, double goodput, double useful, double p50, double p99, long refused) {

        static Figures of(List<Answer> answers, Span span, Scale scale) {
            List<Double> good = answers.stream()
                    .filter(answer -> answer.status() == 200)
                    .map(Answer::millis)
                    .sorted()
                    .toList();
            long useful = good.stream().filter(millis -> millis <= scale.usefulMs()).count();
            return new Figures(
                    answers.size() / span.seconds(),
                    good.size() / span.seconds(),
                    useful / span.seconds(),
                    percentile(good, 0.5),
                    percentile(good, 0.99),
                    answers.stream().filter(answer -> answer.status() == 503).count());
        }

        private static double percentile(List<Double> sorted, double share) {
            return sorted.isEmpty() ? Double.NaN : sorted.get((int) Math.min(sorted.size() - 1L, sorted.size() * share));
        }
    }

    /** What a run does with a service that is warm. */
    @FunctionalInterface
    private interface Work<T> {
        T with(Drive drive) throws InterruptedException;
    }

    /**
     * Runs both experiments and prints them as they go.
     *
     * @return whether every target was met
     * @throws TrialFailure if a program does not start or dies
     */
    public boolean run() throws TrialFailure, IOException, InterruptedException {
        TrialStore store = new TrialStore(settings);
        try (Stage stage = new Stage(settings, programs, store)) {
            Scale scale = calibrate(stage);
            say("capacity %.1f requests/s, floor %.0f ms; an answer is useful within %.0f floors, %.0f ms",
                    scale.capacity(), scale.floorMs(), USEFUL_FLOORS, scale.usefulMs());
            stepped(stage, scale);
            return twice(stage, scale);
        }
    }

    private Scale calibrate(Stage stage) throws TrialFailure, InterruptedException {
        return on(stage, "http-async", "calibration", 20, drive -> {
            Span alone = drive.closed(1, CALIBRATION);
            double floor = Figures.percentile(
                    drive.answersOf(alone).stream().map(Answer::millis).sorted().toList(), 0.5);
            int users = Math.max(4, 2 * room());
            Span crowd = drive.closed(users, CALIBRATION);
            long done = drive.answersOf(crowd).stream().filter(answer -> answer.status() == 200).count();
            return new Scale(done / crowd.seconds(), floor);
        });
    }

    private int room() {
        return switch (settings.budgets()) {
            case ComparisonSettings.Budgets.Equal(int io, int cpu) -> io / 4 + cpu;
            case ComparisonSettings.Budgets.Published() -> 8;
        };
    }

    private void stepped(Stage stage, Scale scale) throws TrialFailure, InterruptedException {
        say("");
        say("A load that steps up and down; useful answers/s and median ms of each phase, %d s each", plan.step().toSeconds());
        StringBuilder head = new StringBuilder("%-24s".formatted("load in capacities"));
        STEPS.forEach(step -> head.append("%16.1f".formatted(step)));
        say("%s", head);
        List<String> all = new ArrayList<>(List.of(ADAPTIVE));
        all.addAll(plan.fixed());
        Map<String, List<Figures>> figures = new LinkedHashMap<>();
        for (String strategy : all) {
            List<Figures> phases = on(stage, strategy, "stepped-" + strategy, warmRate(scale), drive -> {
                List<Span> spans = new ArrayList<>();
                for (double step : STEPS) {
                    spans.add(drive.at(step * scale.capacity(), plan.step()));
                }
                drive.await();
                return figures(drive, spans, scale);
            });
            figures.put(strategy, phases);
            StringBuilder line = new StringBuilder("%-24s".formatted(strategy));
            phases.forEach(phase -> line.append("%16s".formatted("%.1f %.0f".formatted(phase.useful(), phase.p50()))));
            say("%s", line);
        }
        regret(figures);
    }

    private void regret(Map<String, List<Figures>> figures) {
        StringBuilder line = new StringBuilder("%-24s".formatted("regret"));
        double oracleSum = 0;
        double adaptiveSum = 0;
        for (int phase = 0; phase < STEPS.size(); phase++) {
            int p = phase;
            double oracle = plan.fixed().stream()
                    .mapToDouble(name -> figures.getOrDefault(name, List.of()).get(p).useful())
                    .max()
                    .orElse(0);
            double adaptive = figures.getOrDefault(ADAPTIVE, List.of()).get(p).useful();
            oracleSum += oracle;
            adaptiveSum += adaptive;
            line.append("%15.0f%%".formatted(100 * regret(oracle, adaptive)));
        }
        say("%s", line);
        say("regret in all: %.1f %% (against the best fixed strategy of each phase; below 0 is better than all of them)",
                100 * regret(oracleSum, adaptiveSum));
    }

    /** The share of what the oracle reached that is missing. */
    static double regret(double oracle, double adaptive) {
        return oracle <= 0 ? 0 : (oracle - adaptive) / oracle;
    }

    private boolean twice(Stage stage, Scale scale) throws TrialFailure, InterruptedException {
        say("");
        say("Twice the capacity for %d s, then %.1f of it", plan.overload().toSeconds(), QUIET);
        boolean met = true;
        List<String> all = new ArrayList<>(List.of(ADAPTIVE));
        all.addAll(plan.unbounded());
        for (String strategy : all) {
            record Seen(List<Figures> rise, Figures during, List<Answer> afterwards, Span quiet) {}
            List<Double> rise = strategy.equals(ADAPTIVE) ? RISE : List.of();
            Seen seen = on(stage, strategy, "overload-" + strategy, warmRate(scale), drive -> {
                List<Span> steps = new ArrayList<>();
                for (double step : rise) {
                    steps.add(drive.at(step * scale.capacity(), RISE_STEP));
                }
                Span flood = drive.at(2 * scale.capacity(), plan.overload());
                Span quiet = drive.at(QUIET * scale.capacity(), AFTERWARDS);
                drive.await();
                return new Seen(
                        figures(drive, steps, scale),
                        Figures.of(drive.answersOf(flood), flood, scale),
                        drive.answersOf(quiet),
                        quiet);
            });
            Figures during = seen.during();
            int recovered = recoverySeconds(seen.afterwards(), seen.quiet(), scale.usefulMs());
            say("%-16s offered %.0f/s, answered %.1f/s, useful %.1f/s, p99 of accepted %.0f ms, refused %d",
                    strategy, during.offered(), during.goodput(), during.useful(), during.p99(), during.refused());
            if (strategy.equals(ADAPTIVE)) {
                double peak = peak(seen.rise(), during);
                say("    its peak, of the rising load and this one, is %.1f/s", peak);
                met &= told("goodput", ">= 90 % of its peak", during.goodput() / peak * 100, "%",
                        during.goodput() >= GOODPUT_TARGET * peak);
                met &= told("p99 of accepted", "< 3 floors", during.p99() / scale.floorMs(), "floors",
                        during.p99() < USEFUL_FLOORS * scale.floorMs());
                met &= told("recovery", "within 5 s", recovered, "s", recovered <= RECOVERY_TARGET_SECONDS);
            } else {
                boolean collapsed = during.useful() < scale.capacity() / 2;
                say("    %s: useful answers are %.0f %% of capacity; well again after %s",
                        collapsed ? "collapsed" : "did not collapse", 100 * during.useful() / scale.capacity(),
                        recovered > AFTERWARDS.toSeconds() ? "more than " + AFTERWARDS.toSeconds() + " s" : recovered + " s");
            }
        }
        return met;
    }

    private static List<Figures> figures(Drive drive, List<Span> spans, Scale scale) {
        return spans.stream()
                .map(span -> Figures.of(drive.answersOf(span), span, scale))
                .toList();
    }

    private static double peak(List<Figures> rise, Figures overload) {
        return Stream.concat(rise.stream(), Stream.of(overload))
                .mapToDouble(Figures::goodput)
                .max()
                .orElse(0);
    }

    private boolean told(String what, String target, double measured, String unit, boolean met) {
        say("    %-16s target %-20s measured %6.1f %-7s %s", what, target, measured, unit, met ? "met" : "MISSED");
        return met;
    }

    /** Seconds until all answers are good and in time, up to the end; one more than there are if that never came. */
    static int recoverySeconds(List<Answer> answers, Span span, double usefulMs) {
        int recovered = 0;
        for (Answer answer : answers) {
            if (answer.status() != 200 || answer.millis() > usefulMs) {
                recovered = (int) ((answer.dueNanos() - span.fromNanos()) / 1_000_000_000L) + 1;
            }
        }
        return recovered >= (int) span.seconds() ? (int) span.seconds() + 1 : recovered;
    }

    private static double warmRate(Scale scale) {
        return QUIET * scale.capacity();
    }

    /** Starts a service, warms it up with one strategy, and ends it when the work is done. */
    private <T> T on(Stage stage, String strategy, String log, double warmPerSecond, Work<T> work)
            throws TrialFailure, InterruptedException {
        Stage.Running mock = stage.mock();
        Stage.Running service = stage.service(log, mock.url());
        try (ChildProcess process = service.process();
                Drive drive = new Drive(service.url() + stage.request(strategy).pathAndQuery())) {
            Span _ = drive.at(warmPerSecond / 2, WARM_UP.dividedBy(2));
            Span warm = drive.at(warmPerSecond, WARM_UP.dividedBy(2));
            drive.await();
            if (drive.answersOf(warm).stream().noneMatch(answer -> answer.status() == 200)) {
                throw new TrialFailure("the service answers nothing by strategy '" + strategy + "'");
            }
            T result = work.with(drive);
            process.requireAlive();
            return result;
        }
    }

    private void say(String format, Object... values) {
        screen.accept(format.isEmpty() ? "" : String.format(Locale.ROOT, format, values));
    }
}
