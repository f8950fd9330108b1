package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** BV-4, BV-9, BV-10, BV-12: what a pool carries, whether cores tell its size, and when calling in turn beats it. */
final class PoolClaims {

    private static final ServiceTrial SEQUENTIAL = ServiceTrial.published("sequential");
    private static final ServiceTrial PARALLEL = ServiceTrial.published("executor");

    private static final ServiceTrial SEQUENTIAL_AT_400 = SEQUENTIAL.delay(400);
    private static final ServiceTrial POOL_OF_24 = pools(24, 2).delay(400);
    private static final ServiceTrial POOL_OF_48 = pools(48, 2).delay(400);
    private static final ServiceTrial POOL_OF_12 = pools(12, 2).delay(400);

    private static final ServiceTrial EIGHT_AT_200 = pools(8, 2);
    private static final ServiceTrial EIGHT_AT_100 = EIGHT_AT_200.delay(100);
    private static final ServiceTrial SIXTEEN_AT_200 = pools(16, 2);
    private static final ServiceTrial SIXTEEN_AT_100 = SIXTEEN_AT_200.delay(100);

    private static final ServiceTrial LARGEST = pools(ServiceTrial.ALL_CALLS, 2);
    /**
     * Beside {@link #SIXTEEN_AT_200} and {@link #LARGEST}: all three combine two at once, so that only the threads for calls
     * change. Without a bound no trial of executor with 200 threads was valid on two cores: the mock's delays were late.
     */
    private static final ServiceTrial LARGE_SEQUENTIAL = SEQUENTIAL.pools(ServiceTrial.ALL_CALLS, 2);

    private PoolClaims() {}

    private static ServiceTrial pools(int io, int cpu) {
        return PARALLEL.pools(io, cpu);
    }

    static List<Claim> claims(int cores) {
        List<ServiceTrial> at400 = List.of(SEQUENTIAL_AT_400, POOL_OF_24, POOL_OF_48, POOL_OF_12);
        List<ServiceTrial> eightAndSixteen = List.of(EIGHT_AT_100, SIXTEEN_AT_100, EIGHT_AT_200, SIXTEEN_AT_200);
        return List.of(
                Claim.of("BV-4", effort -> effort.pick(at400.subList(0, 3), at400))
                        .effect(m -> below("sequential / executor(24): mean", SEQUENTIAL_AT_400.timesAsLongAs(POOL_OF_24, m), 1)
                                .explainIfMeasured("sequential: mean ms", () -> SEQUENTIAL_AT_400.meanMs(m))
                                .explainIfMeasured("executor(24): mean ms", () -> POOL_OF_24.meanMs(m)))
                        .cause(m -> below("48 threads / 24: answers a second", POOL_OF_48.timesAsManyAs(POOL_OF_24, m), 1)
                                .explainIfMeasured("24 threads: answers a second / (24 / 1.6 s)",
                                        () -> POOL_OF_24.overLittlesLaw(m))
                                .explainIfMeasured("48 threads: answers a second / (48 / 1.6 s)",
                                        () -> POOL_OF_48.overLittlesLaw(m))
                                .explainIfMeasured("24 threads: context switches per request", () -> POOL_OF_24.switches(m))
                                .explainIfMeasured("48 threads: context switches per request", () -> POOL_OF_48.switches(m)))
                        .chart(PoolClaims::poolChart),
                sizesFollowFromCores(cores),
                Claim.of("BV-10", effort -> eightAndSixteen)
                        .effect(m -> all(
                                above("200 ms: 16 threads / 8, answers a second",
                                        SIXTEEN_AT_200.timesAsManyAs(EIGHT_AT_200, m), 1.1),
                                below("100 ms: 16 threads / 8, answers a second",
                                        SIXTEEN_AT_100.timesAsManyAs(EIGHT_AT_100, m), 1.1)))
                        .cause(m -> all(littlesLaw(EIGHT_AT_100, m), littlesLaw(EIGHT_AT_200, m), littlesLaw(SIXTEEN_AT_200, m))
                                .explainIfMeasured("100 ms: answers a second over 16 / 0.4 s",
                                        () -> SIXTEEN_AT_100.overLittlesLaw(m)))
                        .chart(m -> ServiceTrial.chart("Both pools at both delays", "answers a second of 50 users", m,
                                eightAndSixteen, trial -> trial.io() + " threads at " + trial.delayMs() + " ms",
                                ServiceTrial.PER_SECOND)),
                Claim.of("BV-12", PoolClaims::fromOneUserToFifty)
                        .effect(m -> all(
                                below("one user: executor / sequential, mean",
                                        PARALLEL.users(1).timesAsLongAs(SEQUENTIAL.users(1), m), 1),
                                above("50 users: sequential / executor, answers a second",
                                        SEQUENTIAL.timesAsManyAs(PARALLEL, m), 1)))
                        .cause(PoolClaims::largePoolTurnsIt)
                        .chart(PoolClaims::userChart));
    }

    private static Picture poolChart(Measurements measured) {
        Picture chart = Picture.curves("What the pool carries at 400 ms", "threads for calls",
                "answers a second of 50 users, with 95 % intervals");
        for (ServiceTrial trial : List.of(POOL_OF_24, POOL_OF_48, POOL_OF_12)) {
            chart.point("executor", trial.io(), () -> trial.perSecond(measured));
            if (measured.has(trial)) {
                chart.point("threads / 1.6 s", trial.io(), () -> MeasuredValue.exactly(trial.io() / 1.6));
            }
        }
        return chart;
    }

    /** @param cores of this machine, from which the published sizes follow */
    private static Claim sizesFollowFromCores(int cores) {
        ServiceTrial published = pools(2 * cores, cores + 1);
        Stream<ServiceTrial> known = Stream.of(published, pools(8, 2), pools(16, 2), LARGEST);
        List<ServiceTrial> quick =
                Stream.concat(known, Stream.of(pools(ServiceTrial.ALL_CALLS, cores + 1))).distinct().toList();
        List<ServiceTrial> full = Stream.concat(quick.stream(),
                        Stream.of(pools(40, 2), pools(40, cores + 1), pools(2 * cores, 2)))
                .distinct()
                .toList();
        return Claim.of("BV-9", effort -> effort.pick(quick, full))
                .effect(m -> publishedIsBest(published, full, m)
                        .explainIfMeasured("200 threads for calls: " + (cores + 1)
                                + " combinations at once / 2, answers a second",
                                () -> pools(ServiceTrial.ALL_CALLS, cores + 1).timesAsManyAs(LARGEST, m))
                        .explainIfMeasured("cores x (1 + wait / compute)", () -> formula(cores, m)))
                .chart(m -> ServiceTrial.chart("What the pools carry", "answers a second of 50 users", m, full,
                        ServiceTrial::pools, ServiceTrial.PER_SECOND));
    }

    private static Verdict publishedIsBest(ServiceTrial published, List<ServiceTrial> sweep, Measurements measured) {
        ServiceTrial best = sweep.stream()
                .filter(measured::has)
                .max(Comparator.comparingDouble(trial -> trial.perSecond(measured).value()))
                .orElse(published);
        return above(published.pools() + " / best of the sweep: answers a second",
                published.timesAsManyAs(best, measured), 0.9)
                .explainIfMeasured("best of the sweep, " + best.pools() + ": answers a second",
                        () -> best.perSecond(measured));
    }

    /** Four calls of 200 ms are the wait, the CPU time of a request at the largest pools is the compute. */
    private static MeasuredValue formula(int cores, Measurements measured) {
        double waitMs = ServiceTrial.CALLS * LARGEST.delayMs();
        MeasuredValue ratio = measured.value(LARGEST, ServiceTrial.CPU).inverse().times(waitMs);
        return new MeasuredValue(
                cores * (1 + ratio.value()), cores * (1 + ratio.low()), cores * (1 + ratio.high()), ratio.freedom());
    }

    private static Verdict littlesLaw(ServiceTrial trial, Measurements measured) {
        return between(trial.delayMs() + " ms: answers a second over " + trial.io() + " / "
                + ServiceTrial.CALLS * trial.delayMs() / 1e3 + " s", trial.overLittlesLaw(measured), 0.85, 1.15);
    }

    private static Verdict largePoolTurnsIt(Measurements m) {
        return below("200 + 2 threads: executor / sequential, answers a second",
                LARGEST.timesAsManyAs(LARGE_SEQUENTIAL, m), 0.9)
                .explainIfMeasured("executor with 16 + 2 threads / sequential with 200 + 2, answers a second",
                        () -> SIXTEEN_AT_200.timesAsManyAs(LARGE_SEQUENTIAL, m))
                .explainIfMeasured("executor with 16 + 2 threads: context switches per request",
                        () -> SIXTEEN_AT_200.switches(m))
                .explainIfMeasured("executor with 200 + 2 threads: context switches per request",
                        () -> LARGEST.switches(m))
                .explainIfMeasured("sequential with 200 + 2 threads: context switches per request",
                        () -> LARGE_SEQUENTIAL.switches(m));
    }

    private static List<ServiceTrial> fromOneUserToFifty(Effort effort) {
        Stream<ServiceTrial> curve = users(effort).stream()
                .flatMap(users -> Stream.of(SEQUENTIAL.users(users), PARALLEL.users(users)));
        return Stream.concat(curve, Stream.of(LARGE_SEQUENTIAL, SIXTEEN_AT_200, LARGEST)).toList();
    }

    private static List<Integer> users(Effort effort) {
        return effort.pick(List.of(1, ServiceTrial.USERS), List.of(1, 15, ServiceTrial.USERS));
    }

    private static Picture userChart(Measurements m) {
        Picture chart = Picture.curves("From one user to fifty", "users", "answers a second, with 95 % intervals");
        for (int users : users(Effort.THOROUGH)) {
            chart.point("sequential", users, () -> SEQUENTIAL.users(users).perSecond(m));
            chart.point("executor, 16 threads", users, () -> PARALLEL.users(users).perSecond(m));
        }
        return chart.point("sequential, 200 + 2 threads", ServiceTrial.USERS, () -> LARGE_SEQUENTIAL.perSecond(m))
                .point("executor, 16 + 2 threads", ServiceTrial.USERS, () -> SIXTEEN_AT_200.perSecond(m))
                .point("executor, 200 + 2 threads", ServiceTrial.USERS, () -> LARGEST.perSecond(m));
    }
}
