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

/** One request after the other, each over tasks that cost nothing. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FanOutBenchmark {

    @Param("strategy:executor")
    public String way = "";

    private final FanOut work = new FreeFanOut();
    private Minimum runner = new JdkMinimums.Sequential();

    @Setup
    public void create() {
        runner = Ways.create(way);
    }

    @Benchmark
    public Overview request() throws Exception {
        return runner.run(work);
    }

    @TearDown
    public void close() {
        runner.close();
    }
}
