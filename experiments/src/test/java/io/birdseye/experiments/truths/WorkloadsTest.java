package io.birdseye.experiments.truths;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.experiments.measure.Coroutines;
import io.birdseye.experiments.truths.IoProbe.ThreadCensus;
import io.birdseye.experiments.measure.Posix;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.truths.ComputeProbe.Placement;
import io.birdseye.experiments.truths.ComputeProbe.Randoms;
import io.birdseye.experiments.truths.IoProbe.ThreadCensus.Pool;
import io.birdseye.strategy.executor.HttpAsyncDefaultClientStrategy;
import io.ktor.client.engine.cio.CIOEngineConfig;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import okhttp3.Dispatcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.scheduler.Schedulers;

class WorkloadsTest {

    @ParameterizedTest
    @EnumSource(Randoms.class)
    void theComputationIsOneOverRandomNumbersFromZeroToOne(Randoms randoms) {
        double result = ComputeProbe.compute(1_000, randoms);

        // Roots of up to 1,000 and logarithms of a growing sum.
        assertThat(result).isBetween(1_000.0, 100_000.0);
        assertThat(randoms.next()).isBetween(0.0, 1.0);
    }

    @Test
    void aPinnedThreadRunsOnItsCore() throws Exception {
        int last = Runtime.getRuntime().availableProcessors() - 1;
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            assertThat(thread.submit(() -> {
                Placement.EACH_CORE.pin(last);
                return Posix.currentCore();
            }).get()).isEqualTo(last);
        }
    }

    @Test
    void theCensusTellsPoolsApartAndKeepsPeaks() throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        try (ThreadCensus census = new ThreadCensus()) {
            List<Thread> threads = Stream.of("task-1", "task-2", "OkHttp http://127.0.0.1/...")
                    .map(name -> Thread.ofPlatform().name(name).start(end::join))
                    .toList();
            census.look();
            end.complete(null);
            for (Thread thread : threads) {
                thread.join();
            }
            census.look();

            assertThat(census.peak(Pool.TASKS)).isEqualTo(2);
            assertThat(census.peak(Pool.OKHTTP)).isEqualTo(1);
            assertThat(census.peak(Pool.ENGINE)).isZero();
        }
    }

    @Test
    void blockingTasksInCoroutinesTakeAThreadEach() {
        CountDownLatch together = new CountDownLatch(10);
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService pool = Executors.newCachedThreadPool()) {
            Coroutines.blocking(10, pool, () -> {
                together.countDown();
                together.await();
                return done.incrementAndGet();
            });
        }

        assertThat(done).hasValue(10);
    }

    @Test
    void manyDelaysFitOnOneThread() throws Exception {
        Map<String, Double> figures = figures(new TruthClaims.DelayProbe(64, 50, false, 1));

        // One after the other they would take more than 3 s.
        assertThat(figures.get("totalMs")).isBetween(50.0, 3_000.0);
    }

    @Test
    void theComputationProbeRecordsItsFigures() throws Exception {
        Map<String, Double> figures = figures(new ComputeProbe(3, 1_000, Randoms.LOCAL, Placement.FREE, 1, 1));

        assertThat(figures).containsKeys("totalMs", "coresUsed", "cores", "coreKinds");
        assertThat(figures.get("coreKinds")).isGreaterThanOrEqualTo(1);
    }

    private static Map<String, Double> figures(Probe probe) throws Exception {
        StringWriter written = new StringWriter();
        probe.measure(new ProbeContext("", written));
        return ProbeContext.read(written.toString().lines());
    }

    @Test
    void okHttpRunsFiveCallsToAHostAndSixtyFourInAll() {
        assertThat(new Dispatcher().getMaxRequestsPerHost()).isEqualTo(HttpAsyncDefaultClientStrategy.PER_HOST);
        assertThat(new Dispatcher().getMaxRequests()).isEqualTo(64);
    }

    @Test
    void ktorOpensAHundredConnectionsToAHostAndAThousandInAll() {
        CIOEngineConfig unset = new CIOEngineConfig();

        assertThat(unset.getEndpoint().getMaxConnectionsPerRoute()).isEqualTo(100);
        assertThat(unset.getMaxConnectionsCount()).isEqualTo(1_000);
    }

    @Test
    void reactorsBoundedElasticHasTenThreadsForEachCore() {
        assertThat(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE).isEqualTo(10 * Runtime.getRuntime().availableProcessors());
    }
}
