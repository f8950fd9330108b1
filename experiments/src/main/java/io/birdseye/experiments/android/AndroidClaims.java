package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.Action.ARITHMETIC;
import static io.birdseye.experiments.android.Action.LISTS;
import static io.birdseye.experiments.android.Action.MIXED;
import static io.birdseye.experiments.android.Action.NETWORK;
import static io.birdseye.experiments.android.Action.STORAGE;
import static io.birdseye.experiments.android.Framework.COROUTINE_CPU;
import static io.birdseye.experiments.android.Framework.COROUTINE_CPU_LIMIT;
import static io.birdseye.experiments.android.Framework.COROUTINE_IO;
import static io.birdseye.experiments.android.Framework.COROUTINE_ONE;
import static io.birdseye.experiments.android.Framework.DIRECT;
import static io.birdseye.experiments.android.Framework.FIXED_CPU;
import static io.birdseye.experiments.android.Framework.FIXED_IO;
import static io.birdseye.experiments.android.Framework.FLOW_CPU;
import static io.birdseye.experiments.android.Framework.FLOW_IO;
import static io.birdseye.experiments.android.Framework.FLOW_ONE;
import static io.birdseye.experiments.android.Framework.RX_CPU;
import static io.birdseye.experiments.android.Framework.RX_IO;
import static io.birdseye.experiments.android.Framework.RX_ONE;
import static io.birdseye.experiments.android.Framework.STEAL_CPU;
import static io.birdseye.experiments.android.Framework.STEAL_IO;
import static io.birdseye.experiments.android.HundredActionsProbe.metric;
import static io.birdseye.experiments.android.HundredActionsProbe.variant;
import static io.birdseye.experiments.claim.Verdict.all;
import static java.util.Comparator.comparingDouble;

import io.birdseye.experiments.android.Framework.Threads;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements.Unmeasured;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kotlinx.coroutines.Dispatchers;

/** The claims of the article on a hundred actions. */
public final class AndroidClaims {

    private static final Predicate<Framework> ANY = framework -> true;
    private static final Set<Framework> FIXED = Set.of(FIXED_CPU, FIXED_IO);
    private static final Set<Framework> STEALING = Set.of(STEAL_CPU, STEAL_IO);

    private AndroidClaims() {}

    public static List<Claim> claims() {
        Variant count = DefaultConcurrencyProbe.COUNT;
        return List.of(
                Claim.of("AN-1", variant(ARITHMETIC), variant(LISTS))
                        .effect(m -> directIsFarAhead(times(ARITHMETIC, m)))
                        .cause(m -> all(times(ARITHMETIC, m).above(RX_ONE, DIRECT, 10),
                                times(LISTS, m).below(RX_ONE, DIRECT, 3)))
                        .chart(m -> times(ARITHMETIC, m).chart()),
                Claim.of("AN-2", variant(ARITHMETIC))
                        .effect(m -> flowIsSlowest(times(ARITHMETIC, m)))
                        .chart(m -> times(ARITHMETIC, m).chart()),
                Claim.of("AN-3", variant(ARITHMETIC), variant(LISTS), count)
                        .effect(m -> all(
                                Verdict.below("Default returns itself if asked for the limit (1: it does)",
                                        m.value(count, DefaultConcurrencyProbe.SAME_OBJECT), 0.5),
                                Verdict.any(
                                        times(ARITHMETIC, m).differ(COROUTINE_CPU, COROUTINE_CPU_LIMIT, 1.1),
                                        times(LISTS, m).differ(COROUTINE_CPU, COROUTINE_CPU_LIMIT, 1.1))))
                        .cause(m -> Verdict.above("actions at once on Default / cores",
                                m.ratio(count, "atOnceWithoutLimit", "allowedByDocumentation"), 1.5)),
                Claim.of("AN-4", variant(ARITHMETIC), variant(LISTS), variant(MIXED))
                        .effect(m -> stealingIsFirst(times(LISTS, m), times(MIXED, m)))
                        .cause(m -> all(
                                times(LISTS, m).below(STEAL_CPU, FIXED_CPU, 0.95),
                                Verdict.above("steal-cpu / fixed-cpu: arithmetic / lists",
                                        times(ARITHMETIC, m).ratioOverThatOf(LISTS, STEAL_CPU, FIXED_CPU), 1.05)))
                        .chart(m -> times(LISTS, m).chart()),
                Claim.of("AN-5", variant(STORAGE), variant(NETWORK))
                        .effect(m -> threadsDecide(times(STORAGE, m), times(NETWORK, m)))
                        .cause(m -> all(
                                times(STORAGE, m).above(FIXED_CPU, FIXED_IO, 2),
                                times(NETWORK, m).between(RX_IO, FIXED_IO, 0.95, 1.05)))
                        .chart(m -> times(STORAGE, m).chart()));
    }

    private static ActionTimes times(Action action, Measurements measured) {
        return new ActionTimes(measured, action);
    }

    private static Verdict directIsFarAhead(ActionTimes times) {
        Framework other = times.fastest(framework -> !FIXED.contains(framework));
        return all(times.between(times.fastest(ANY), DIRECT, 35, 140),
                times.below(times.slowest(FIXED::contains), other, 1));
    }

    private static Verdict flowIsSlowest(ActionTimes times) {
        return all(
                times.above(FLOW_ONE, COROUTINE_ONE, 1), times.above(FLOW_ONE, RX_ONE, 1),
                times.above(FLOW_CPU, COROUTINE_CPU, 1), times.above(FLOW_CPU, RX_CPU, 1),
                times.above(FLOW_IO, COROUTINE_IO, 1), times.above(FLOW_IO, RX_IO, 1),
                times.below(COROUTINE_ONE, RX_ONE, 1),
                times.above(COROUTINE_CPU, RX_CPU, 1), times.above(COROUTINE_IO, RX_IO, 1));
    }

    private static Verdict stealingIsFirst(ActionTimes lists, ActionTimes mixed) {
        return all(
                stealingIsFirst(lists),
                stealingIsFirst(mixed),
                lists.above(DIRECT, lists.fastest(ANY), 1),
                lists.below(DIRECT, lists.fastest(on(Threads.ONE)), 1));
    }

    private static Verdict stealingIsFirst(ActionTimes times) {
        Framework other = times.fastest(framework -> !STEALING.contains(framework));
        // Ways that are equally fast would else never be told apart from one that wins.
        return times.below(times.fastest(STEALING::contains), other, 0.98);
    }

    private static Verdict threadsDecide(ActionTimes storage, ActionTimes network) {
        return all(
                storage.below(storage.slowest(on(Threads.IO)), storage.fastest(on(Threads.CPU)), 1),
                storage.below(storage.slowest(on(Threads.CPU)), storage.fastest(on(Threads.ONE)), 1),
                network.below(network.slowest(on(Threads.IO)), network.fastest(on(Threads.IO)), 1.01));
    }

    private static Predicate<Framework> on(Threads threads) {
        return framework -> framework.threads() == threads;
    }

    /** The times of all frameworks for one kind of action, and which is fastest. */
    record ActionTimes(Measurements measurements, Action action) {

        private MeasuredValue time(Framework framework) {
            return measurements.value(variant(action), metric(framework));
        }

        private double mean(Framework framework) {
            return time(framework).value();
        }

        private MeasuredValue ratio(Framework over, Framework under) {
            return measurements.ratio(variant(action), metric(over), metric(under));
        }

        /** How many times as large the ratio of two frameworks is here as for another kind of action. */
        MeasuredValue ratioOverThatOf(Action other, Framework over, Framework under) {
            return measurements.ratioOfRatios(variant(action), variant(other), metric(over), metric(under));
        }

        // Verdicts on how many times as long the first takes as the second.

        Verdict above(Framework over, Framework under, double bound) {
            return Verdict.above(words(over, under), ratio(over, under), bound);
        }

        Verdict below(Framework over, Framework under, double bound) {
            return Verdict.below(words(over, under), ratio(over, under), bound);
        }

        Verdict between(Framework over, Framework under, double low, double high) {
            return Verdict.between(words(over, under), ratio(over, under), low, high);
        }

        /** Confirmed if the times differ by more than this factor. */
        Verdict differ(Framework over, Framework under, double factor) {
            return Verdict.outside(words(over, under), ratio(over, under), 1 / factor, factor);
        }

        private String words(Framework over, Framework under) {
            return action.label() + ": " + over.label() + " / " + under.label();
        }

        /** The fastest of the article's frameworks that pass. */
        Framework fastest(Predicate<Framework> which) {
            return published(which).min(comparingDouble(this::mean)).orElseThrow();
        }

        /** The slowest of the article's frameworks that pass. */
        Framework slowest(Predicate<Framework> which) {
            return published(which).max(comparingDouble(this::mean)).orElseThrow();
        }

        private static Stream<Framework> published(Predicate<Framework> which) {
            return Arrays.stream(Framework.values()).filter(Framework::isPublished).filter(which);
        }

        /** All that was measured, the fastest first. */
        Picture chart() {
            Picture chart = Picture.bars("A hundred actions of " + action.label(),
                    "microseconds in all, with 95 % intervals");
            Arrays.stream(Framework.values()).filter(this::isMeasured).sorted(comparingDouble(this::mean))
                    .forEach(framework -> chart.bar(framework.label(), () -> time(framework)));
            return chart;
        }

        private boolean isMeasured(Framework framework) {
            try {
                return mean(framework) >= 0;
            } catch (Unmeasured e) {
                return false;
            }
        }
    }

    /**
     * Counts how many parked actions {@code Dispatchers.Default} really runs at once, and whether asking it for a limit of
     * the number of cores gives another dispatcher at all.
     */
    public record DefaultConcurrencyProbe() implements Probe {

        static final Variant COUNT = Variant.of("an/default-concurrency",
                effort -> Experiment.of(new DefaultConcurrencyProbe()).runs(effort.pick(2, 3)));

        static final String SAME_OBJECT = "sameObject";

        @Override
        @SuppressWarnings("ReferenceEquality") // whether it is the same object is the question
        public void measure(ProbeContext context) throws Exception {
            int cores = Runtime.getRuntime().availableProcessors();
            context.record("atOnceWithoutLimit", peak(Framework.COROUTINE_CPU));
            context.record("allowedByDocumentation", Math.max(2, cores));
            context.record(SAME_OBJECT, Framework.limited(cores) == Dispatchers.getDefault() ? 1 : 0);
        }

        static int peak(Framework framework) throws Exception {
            AtomicInteger now = new AtomicInteger();
            AtomicInteger peak = new AtomicInteger();
            try (Framework.HundredActions hundred = framework.open()) {
                hundred.run(seed -> {
                    peak.accumulateAndGet(now.incrementAndGet(), Math::max);
                    Action.STORAGE.apply(seed);
                    now.decrementAndGet();
                });
            }
            return peak.get();
        }
    }
}
