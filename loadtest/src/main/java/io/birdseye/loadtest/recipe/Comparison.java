package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.StrategyView;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.trial.MeasuredOn;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.ComparisonTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Measures strategies against one another: first the floor, then, block after block, every strategy once (those of a
 * pair twice) in a seeded random order, each in a fresh JVM. A trial that fails is part of the result, and the others
 * go on.
 */
public record Comparison(TrialSettings settings, BlockPlan plan, Programs programs, Progress progress) {

    /** The longest warm-up of the calibration, as a multiple of a trial's: where trials are short, so is it. */
    private static final double WARM_UP_MULTIPLE = 2.5;

    private static final double START_SECONDS = 7;

    /** Without pairs, and without further blocks. */
    public Comparison(TrialSettings settings, Programs programs, Progress progress) {
        this(settings, BlockPlan.PLAIN, programs, progress);
    }

    /** How long a comparison takes about, from its beginning, without further blocks. */
    public static Duration estimate(TrialSettings settings, BlockPlan plan) {
        return Duration.ofSeconds(Math.round(seconds(settings, plan, settings.measurement().blocks())));
    }

    private static double seconds(TrialSettings settings, BlockPlan plan, int blocks) {
        int trials = blocks * plan.trials(settings.strategies().size());
        return calibrationSeconds(settings) + trials * settings.estimateSeconds();
    }

    private static double calibrationSeconds(TrialSettings settings) {
        double requestSeconds = settings.work().upstreamDelay().toMillis() / 1e3 + 0.05;
        return START_SECONDS + Calibration.estimateSeconds(mostWarmUp(settings), requestSeconds);
    }

    private static Duration mostWarmUp(TrialSettings settings) {
        return Duration.ofMillis(Math.round(WARM_UP_MULTIPLE * settings.load().warmUp().total().toMillis()));
    }

    /**
     * Runs what has not been measured yet, and ends every process that it started.
     *
     * @throws TrialFailure if nothing can be measured at all: a program does not start, the floor cannot be found, or
     *     the folder belongs to another comparison
     * @throws IOException if the folder cannot be written to
     */
    public Results run() throws TrialFailure, IOException, InterruptedException {
        try (Trials trials = new Trials(settings, programs)) {
            Clock clock = new Clock();
            Optional<Calibrated> kept = trials.store().calibrated();
            Calibrated calibrated = kept.isPresent() ? kept.get() : calibrate(trials, clock);
            clock.next(calibrationSeconds(settings));
            BlockSeries series =
                    new BlockSeries(settings.strategies(), plan.pairs(), settings.measurement().seed());
            BlockSeries.Goal goal = plan.precision().map(precision -> new BlockSeries.Goal(
                            precision, measured -> precision(results(calibrated, measured)),
                            clock::elapsedSeconds, settings.estimateSeconds()))
                    .orElse(null);
            return results(calibrated, series.run(settings.measurement().blocks(), goal, new BlockSeries.Runner() {
                @Override
                public Trial run(TrialSlot slot) throws TrialFailure, IOException, InterruptedException {
                    clock.enter(slot.block());
                    Trial trial = trials.of(slot, clock::tell).trial();
                    clock.next(settings.estimateSeconds());
                    return trial;
                }

                @Override
                public boolean isKept(TrialSlot slot) throws IOException {
                    return trials.isKept(slot);
                }

                @Override
                public void known(List<Trial> soFar) throws IOException {
                    progress.known(results(calibrated, soFar));
                }
            }));
        }
    }

    private Results results(Calibrated calibrated, List<Trial> trials) {
        return new Results(
                Results.SCHEMA_VERSION,
                Instant.now().toString(),
                calibrated.environment(),
                settings.forResults(),
                calibrated.floor(),
                trials,
                plan.toCome(settings.measurement().blocks(), settings.strategies().size(), trials.size()));
    }

    /** Not a number as long as there is no ranking. */
    private double precision(Results results) {
        Ranking ranking = ComparisonTable.of(results, settings.measurement().out()).ranking();
        return ranking == null ? Double.NaN : ranking.precision();
    }

    private Calibrated calibrate(Trials trials, Clock clock) throws TrialFailure, IOException, InterruptedException {
        clock.tell("starting mock-api and service");
        Server mock = trials.testBed().mock();
        try (Server service = trials.testBed().service("calibration-service");
                ServiceClient client = new ServiceClient(service.url())) {
            int mockStops = mock.program().stops();
            Program.Watch watch = () -> {
                clock.tell("calibration: one request at a time");
                service.program().requireAlive();
                service.program().requireNotStopped(0);
                mock.program().requireAlive();
                mock.program().requireNotStopped(mockStops);
            };
            try {
                return calibrate(trials, client, watch);
            } catch (TrialFailure e) {
                throw watch.explained(e);
            }
        }
    }

    private Calibrated calibrate(Trials trials, ServiceClient client, Program.Watch watch)
            throws TrialFailure, IOException, InterruptedException {
        String path = settings.served().request(calibrationStrategy(client)).pathAndQuery();
        Calibration calibration = new Calibration(client, path, settings.work().upstreams().stream()
                .flatMap(List::stream)
                .toList(), settings.work().mayFail(), watch);
        Floor floor = calibration.measure(mostWarmUp(settings));
        Calibrated calibrated = new Calibrated(
                MeasuredOn.here(trials.store().provenance(), programs.home(), client.resources()), floor);
        trials.store().keep(calibrated);
        return calibrated;
    }

    /** One that calls in parallel, if there is one: it says the same of the floor in a quarter of the time. */
    private String calibrationStrategy(ServiceClient client) throws TrialFailure, InterruptedException {
        List<StrategyView> views = client.strategies("");
        List<String> names = views.stream().map(StrategyView::name).toList();
        for (String strategy : settings.strategies()) {
            if (!names.contains(strategy)) {
                throw new TrialFailure("the service knows no strategy '" + strategy + "', but " + String.join(", ", names));
            }
        }
        return views.stream()
                .filter(view -> settings.strategies().contains(view.name()))
                .min(Comparator.comparing(view -> view.topology().callsInTurn()))
                .map(StrategyView::name)
                .orElseThrow(() -> new TrialFailure("there is no strategy to measure"));
    }

    /** Turns what has been done into seconds done and to do. */
    private final class Clock {

        private final long start = System.nanoTime();
        private double totalSeconds = seconds(settings, plan, settings.measurement().blocks());
        private double doneBefore;
        private double stepSeconds = calibrationSeconds(settings);
        private long stepStart = start;

        double elapsedSeconds() {
            return (System.nanoTime() - start) / 1e9;
        }

        /** Blocks beyond those asked for make the whole longer. */
        void enter(int block) {
            totalSeconds = Math.max(totalSeconds, seconds(settings, plan, block));
        }

        /** @param seconds that the step before was to take */
        void next(double seconds) {
            doneBefore += seconds;
            stepSeconds = settings.estimateSeconds();
            stepStart = System.nanoTime();
        }

        void tell(String phase) {
            double inStep = Math.min(stepSeconds, (System.nanoTime() - stepStart) / 1e9);
            progress.update(phase, doneBefore + inStep, totalSeconds);
        }
    }
}
