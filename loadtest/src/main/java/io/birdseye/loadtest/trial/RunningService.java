package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.plan.AnswerProbe;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.model.Durations;
import io.birdseye.model.Load;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Settings.ServiceUsed;
import io.birdseye.report.result.Settings.TargetUsed.VariantUsed;
import io.birdseye.report.result.ValidityBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A service of the user's own that runs already. One process serves all variants, in short slices: they pair well, and some
 * blocks are measured in one go, by one load. What is interrupted loses these at most.
 */
public record RunningService(List<Request> requests, Duration requestTimeout) implements Subject {

    private static final int BLOCKS_IN_ONE_GO = 5;
    private static final double START_SECONDS = 4;
    private static final int WARM_UP_CYCLES = 3;

    /** Of a load that is not the first one: only the injector is cold. */
    private static final Duration SHORT_WARM_UP = Duration.ofSeconds(2);

    /** The load of a variant before each of its slices, which is not measured. */
    private static final Duration LEAD_IN = Duration.ofSeconds(1);

    /** Without load, for answers that are still to come. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    public RunningService {
        requests = List.copyOf(requests);
        requireDistinct(requests);
    }

    /** @throws IllegalArgumentException if there is no variant, or two have one name */
    static void requireDistinct(List<Request> variants) {
        List<String> names = new ArrayList<>();
        for (Request variant : variants) {
            if (names.contains(variant.name())) {
                throw new IllegalArgumentException("two variants are called '" + variant.name() + "'");
            }
            names.add(variant.name());
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("there is no variant to measure");
        }
    }

    @Override
    public List<RowKey> rows() {
        return requests.stream().map(request -> RowKey.of(request.name())).toList();
    }

    @Override
    public RunningService only(String name) {
        return new RunningService(
                requests.stream().filter(request -> request.name().equals(name)).toList(), requestTimeout);
    }

    @Override
    public Settings described(Load load, Settings.Run run, ValidityBounds validity, Settings.Options options) {
        return new Settings(load, ServiceUsed.NONE, run, validity, null,
                new Settings.TargetUsed(Request.origins(requests), false, false, used(requests), "", 0), options);
    }

    @Override
    public Record conditions() {
        return new Conditions(requestTimeout.toMillis());
    }

    static List<VariantUsed> used(List<Request> requests) {
        return requests.stream().map(request -> new VariantUsed(request.name(), request.describe())).toList();
    }

    record Conditions(long requestTimeoutMillis) {}

    @Override
    public double trialSeconds(LoadPlan load) {
        return load.search() != null ? Durations.ms(load.span()) / 1e3 + START_SECONDS : Durations.ms(load.duration().plus(LEAD_IN).plus(PAUSE)) / 1e3;
    }

    @Override
    public double seconds(LoadPlan load, int blocks, int trialsOfABlock) {
        if (load.search() != null) {
            return blocks * trialsOfABlock * trialSeconds(load);
        }
        int loads = Math.ceilDiv(blocks, BLOCKS_IN_ONE_GO);
        return blocks * trialsOfABlock * trialSeconds(load) + loads * START_SECONDS
                + requests.size() * (Durations.ms(load.warmUp().total()) + (loads - 1) * Durations.ms(SHORT_WARM_UP)) / 1e3;
    }

    @Override
    public int blocksInOneGo() {
        return BLOCKS_IN_ONE_GO;
    }

    /** A warm-up of all variants, then slice after slice. Each load draws other numbers: no cache must help every time. */
    @Override
    public RequestPlan plan(TrialSettings settings, List<Request> all, List<TrialSlot> slots, int go) {
        List<String> names = all.stream().map(Request::name).toList();
        Measurement measurement = settings.measurement();
        LoadPlan load = settings.load();
        Duration whole = load.warmUp().total();
        Duration warmUp = go == 1 || whole.compareTo(SHORT_WARM_UP) < 0 ? whole : SHORT_WARM_UP;
        List<Step> steps = new ArrayList<>();
        for (int cycle = 1; cycle <= WARM_UP_CYCLES && !warmUp.isZero(); cycle++) {
            for (int variant = 0; variant < names.size(); variant++) {
                String name = names.get(variant);
                if (slots.stream().anyMatch(slot -> slot.strategy().equals(name))) {
                    double rate = load.load().ratePerSecond() * cycle / WARM_UP_CYCLES;
                    steps.add(new Step(false, rate, warmUp.dividedBy(WARM_UP_CYCLES), Duration.ZERO, variant)
                            .arriving(load.load(), measurement.seedOf(slots.getFirst().block()), 2 + cycle));
                }
            }
        }
        for (TrialSlot slot : slots) {
            int variant = names.indexOf(slot.strategy());
            double rate = load.load().ratePerSecond();
            long block = measurement.seedOf(slot.block());
            steps.add(new Step(false, rate, LEAD_IN, Duration.ZERO, variant).arriving(load.load(), block, 1));
            steps.add(new Step(true, rate, load.duration(), PAUSE, variant).arriving(load.load(), block, 0));
        }
        return new RequestPlan(all, steps, load.load().users(), requestTimeout, measurement.seedOf(go));
    }

    @Override
    public void requireAnswers(long seed, Consumer<String> phase) throws TrialFailure, InterruptedException {
        phase.accept("checking the answers");
        AnswerProbe.requireAnswers(requests, requestTimeout, seed);
    }
}
