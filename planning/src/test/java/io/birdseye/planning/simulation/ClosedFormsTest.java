package io.birdseye.planning.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Latency;
import io.birdseye.model.Latency.Exponential;
import io.birdseye.model.Latency.Fixed;
import io.birdseye.model.Load;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulation against the formulas that are exact for its simplest models.
 *
 * <p>The intervals are those that the simulation itself reports, widened from 95 % to about 99.9 % (× 1.9 with ten
 * replications), since many of them are checked at once. Seeds are fixed, so a failure is one for everybody.
 */
class ClosedFormsTest {

    private static final double WIDER = 1.9;

    private static Simulation.RunLength runLength(double seconds) {
        return Models.runLength(seconds * 200, seconds * 1000, 10, 20261);
    }

    private static void agree(SimulationResult.SimulatedMean simulated, double exact) {
        assertThat(simulated.mean()).isCloseTo(exact, within(simulated.halfWidth() * WIDER + 1e-9));
    }

    @ParameterizedTest
    @CsvSource({"20, 0.3", "20, 0.6", "5, 0.8", "100, 0.9"})
    void aSingleServer(double serviceMs, double utilisation) {
        double rate = utilisation * 1000 / serviceMs;
        double exactMs = serviceMs / (1 - utilisation);
        SimulationResult result = Simulation.run(
                Models.queue(1, new Exponential(serviceMs)), Load.open(rate), runLength(15_000 / rate));

        // M/M/1: response times are exponential.
        agree(result.get(Figure.MEAN_MS), exactMs);
        agree(result.get(Figure.P50_MS), exactMs * Math.log(2));
        agree(result.get(Figure.P99_MS), exactMs * Math.log(100));
        agree(result.get(Figure.INSIDE), utilisation / (1 - utilisation));
        agree(result.get(Figure.IO_UTILISATION), utilisation);
    }

    @ParameterizedTest
    @CsvSource({"2, 0.7", "16, 0.9", "40, 0.95", "300, 0.97"})
    void manyServers(int servers, double utilisation) {
        double rate = utilisation * servers * 1000 / 200;
        double exactWaitMs = meanWaitMs(rate, 200, servers);
        SimulationResult result = Simulation.run(
                Models.queue(servers, new Exponential(200)), Load.open(rate), runLength(20_000 / rate));

        agree(result.get(Figure.IO_WAIT_MS), exactWaitMs);
        agree(result.get(Figure.MEAN_MS), exactWaitMs + 200);
        agree(result.get(Figure.IO_UTILISATION), utilisation);
    }

    @Test
    void fixedTimesAtOneServerWaitHalfAsLong() {
        SimulationResult result = Simulation.run(Models.queue(1, new Fixed(50)), Load.open(16), runLength(1000));

        agree(result.get(Figure.IO_WAIT_MS), fixedMeanWaitMs(16, 50));
    }

    /**
     * Calls of a fixed time that start together end together, so requests are the customers, of as many servers as the
     * pool has room for requests.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.8, 0.9})
    void theFourCallsOfARequestOnFourThreadsWaitLikeOneCustomerOfOneServer(double utilisation) {
        RequestWork work = new RequestWork(
                List.of(new RequestWork.Group(
                        Collections.nCopies(4, RequestWork.Call.of(new Fixed(50))), new Fixed(0))),
                0);
        double rate = utilisation * 1000 / 50;
        SimulationResult result = Simulation.run(
                ServiceModel.of(Models.suspended(4, Models.PLENTY), work, 1), Load.open(rate), runLength(1000));

        agree(result.get(Figure.IO_WAIT_MS), fixedMeanWaitMs(rate, 50));
        agree(result.get(Figure.MEAN_MS), fixedMeanWaitMs(rate, 50) + 50);
    }

    /** M/D/1: ρ·S / (2·(1 − ρ)), by Pollaczek and Khinchine. */
    private static double fixedMeanWaitMs(double perSecond, double serviceMs) {
        double utilisation = perSecond * serviceMs / 1000;
        return utilisation * serviceMs / (2 * (1 - utilisation));
    }

    /** M/M/c: the share that waits, by Erlang's C with the recursion of his B, times the mean wait of those. */
    private static double meanWaitMs(double perSecond, double serviceMs, int servers) {
        double load = perSecond * serviceMs / 1000;
        double blocked = 1;
        for (int n = 1; n <= servers; n++) {
            blocked = load * blocked / (n + load * blocked);
        }
        double waiting = blocked / (1 - load / servers * (1 - blocked));
        return waiting * serviceMs / (servers - load);
    }

    /** A pool that requests share is the same queue, wherever it lies; of two calls in turn, one passes through it. */
    @ParameterizedTest
    @CsvSource({"1, 0.7", "10, 0.8", "40, 0.95"})
    void aSharedPoolIsAQueueOfItsPlaces(int places, double utilisation) {
        double rate = utilisation * places * 1000 / 200;
        CallPolicy.Pool pool = new CallPolicy.Pool("db", places, null);
        RequestWork.Call random = Models.call(new Exponential(200), pool, null, RequestWork.Call.of(new Fixed(30)));
        SimulationResult result = Simulation.run(Models.alone(random), Load.open(rate), runLength(20_000 / rate));

        SimulationResult.PoolUse use = Objects.requireNonNull(result.pools().get(pool));
        double wait = meanWaitMs(rate, 200, places);
        agree(result.get(Figure.MEAN_MS), wait + 200 + 30);
        agree(result.get(Figure.INSIDE), Queueing.meanInside(rate, wait + 230));
        assertThat(use.utilisation()).isCloseTo(utilisation, within(0.01));
        assertThat(use.waitMs()).isCloseTo(wait, within(0.15 * wait));
        assertThat(use.gaveUpShare()).isZero();
        assertThat(Models.alone(random).highestPerSecond()).isCloseTo(places * 5, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.9})
    void fixedTimesAtOnePlaceWaitHalfAsLong(double utilisation) {
        CallPolicy.Pool pool = new CallPolicy.Pool("db", 1, null);
        double rate = utilisation * 1000 / 50;
        SimulationResult result = Simulation.run(
                Models.alone(Models.call(new Fixed(50), pool, null, null)), Load.open(rate), runLength(1000));

        agree(result.get(Figure.MEAN_MS), 50 + fixedMeanWaitMs(rate, 50));
    }

    /** Who waits no longer than a thousandth of the time that a place is held is lost: Erlang's B. */
    @ParameterizedTest
    @CsvSource({"1, 3", "10, 40", "10, 60"})
    void aPoolThatNobodyWaitsForLosesWhatErlangSays(int places, double rate) {
        CallPolicy.Pool pool = new CallPolicy.Pool("db", places, Duration.ofNanos(200_000));
        SimulationResult result = Simulation.run(
                Models.alone(Models.call(new Exponential(200), pool, null, null)), Load.open(rate), runLength(20_000 / rate));
        double lost = 1;
        for (int n = 1; n <= places; n++) {
            lost = rate / 5 * lost / (n + rate / 5 * lost);
        }

        assertThat(result.mean(Figure.FAILED_SHARE)).isCloseTo(lost, within(0.03 * lost + 0.002));
        assertThat(Objects.requireNonNull(result.pools().get(pool)).gaveUpShare()).isCloseTo(lost, within(0.03 * lost + 0.002));
    }

    @Test
    void withUnlimitedServersOnlyTheMeanOfTheServiceTimeCounts() {
        for (Latency latency : List.of(new Fixed(200), new Latency.Uniform(100, 300), new Exponential(200), lognormal(200))) {
            SimulationResult result = Simulation.run(
                    Models.queue(Models.PLENTY, latency), Load.open(100), runLength(100));

            agree(result.get(Figure.IO_BUSY), Queueing.meanInside(100, 200));
            agree(result.get(Figure.INSIDE), 20);
            assertThat(result.get(Figure.IO_WAIT_MS).mean()).isZero();
        }
    }

    @Test
    void sharedCoresDoNotCareForTheShapeOfTheWork() {
        // M/G/1 with processor sharing: S / (1 − ρ) for every distribution.
        for (Latency cpu : List.of(new Fixed(10), new Exponential(10), lognormal(10))) {
            SimulationResult result = Simulation.run(Models.cores(1, cpu), Load.open(70), runLength(250));

            agree(result.get(Figure.MEAN_MS), 10 / (1 - 0.7));
            agree(result.get(Figure.CORES), 0.7);
        }
    }

    @Test
    void severalSharedCoresAreAsQuickAsAQueueInFrontOfThem() {
        // With exponential work the number inside is that of M/M/c, whoever is served first.
        SimulationResult result = Simulation.run(Models.cores(4, new Exponential(40)), Load.open(80), runLength(250));

        agree(result.get(Figure.MEAN_MS), meanWaitMs(80, 40, 4) + 40);
    }

    /** The first call of a request stands for the pause of its user: nobody waits for its thread. */
    @Test
    void aClosedNetworkOfAPoolAndCores() {
        RequestWork work = new RequestWork(
                List.of(new RequestWork.Group(
                        List.of(RequestWork.Call.of(new Exponential(300)), RequestWork.Call.of(new Exponential(200))),
                        new Exponential(22))),
                0);
        for (int users : List.of(4, 12, 40)) {
            ServiceModel model = ServiceModel.of(
                    Models.chained(List.of(Models.PLENTY, 12), List.of(Models.PLENTY)), work, 2);
            SimulationResult result = Simulation.run(model, Load.closed(users), runLength(150));
            double perSecond = closedNetworkPerSecond(users);

            agree(result.get(Figure.ACHIEVED_PER_SECOND), perSecond);
            agree(result.get(Figure.MEAN_MS), users * 1000 / perSecond);
        }
    }

    /**
     * The exact throughput of users who think for 300 ms, then need a pool of 12 for 200 ms and two cores for 22 ms: by
     * convolution (Buzen, Communications of the ACM 16(9), 1973).
     */
    private static double closedNetworkPerSecond(int users) {
        double[] think = factors(300, users, users);
        double[] constant = convolve(convolve(think, factors(200, 12, users)), factors(22, 2, users));
        return constant[users - 1] / constant[users] * 1000;
    }

    private static double[] factors(double demandMs, int servers, int users) {
        double[] factors = new double[users + 1];
        factors[0] = 1;
        for (int n = 1; n <= users; n++) {
            factors[n] = factors[n - 1] * demandMs / Math.min(n, servers);
        }
        return factors;
    }

    private static double[] convolve(double[] a, double[] b) {
        double[] sum = new double[a.length];
        for (int n = 0; n < a.length; n++) {
            for (int i = 0; i <= n; i++) {
                sum[n] += a[i] * b[n - i];
            }
        }
        return sum;
    }

    @Test
    void closedSystemsStayWithinTheirBoundsWhateverTheDistributions() {
        Random random = new Random(9);
        for (int i = 0; i < 30; i++) {
            int pool = 1 + random.nextInt(40);
            int cores = 1 + random.nextInt(4);
            int users = 1 + random.nextInt(60);
            Latency call = random.nextBoolean() ? new Fixed(150) : lognormal(150);
            double combine = 1 + random.nextInt(20);
            ServiceModel model = ServiceModel.of(
                    Models.inTurn(pool, Models.PLENTY), Models.twoByTwo(call, combine), cores);

            SimulationResult result =
                    Simulation.run(model, Load.closed(users), Models.runLength(12_000, 60_000, 3, 20261));

            // Asymptotic bounds: N / (N·D) ≤ X(N) ≤ min(1 / D_max, N / D).
            double aloneMs = 4 * 150 + 2 * combine;
            double highest = Math.min(users * 1000 / aloneMs, 1000 / Math.max(600.0 / pool, 2 * combine / cores));
            SimulationResult.SimulatedMean rate = result.get(Figure.ACHIEVED_PER_SECOND);
            assertThat(rate.mean() - 3 * rate.halfWidth())
                    .isLessThanOrEqualTo(highest * 1.01);
            assertThat(rate.mean() + 3 * rate.halfWidth())
                    .isGreaterThanOrEqualTo(1000 / aloneMs * 0.99);
        }
    }

    private static Latency.Lognormal lognormal(double meanMs) {
        return new Latency.Lognormal(meanMs / Math.exp(0.5 * 0.7 * 0.7), 0.7);
    }
}
