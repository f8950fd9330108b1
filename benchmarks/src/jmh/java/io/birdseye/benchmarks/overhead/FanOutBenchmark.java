package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@link Baseline#REQUESTERS} threads of JMH, each with one request after the other over tasks that cost nothing. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FanOutBenchmark {

    @Param("strategy/executor")
    public String variant = "";

    private Baseline runner = JdkBaselines::sequential;

    /** Each has its own, as in the service. */
    @State(Scope.Thread)
    public static class Requester {
        private final FanOut work = new FreeFanOut();
    }

    @Setup
    public void create() {
        runner = Variants.create(variant);
    }

    @Benchmark
    public Overview request(Requester requester) throws Exception {
        return runner.run(requester.work);
    }

    @TearDown
    public void close() {
        runner.close();
    }
}
