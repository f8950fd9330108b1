package io.birdseye.experiments.android;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The score is the time until all hundred actions are done. {@link HundredActionsProbe} says for how long. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HundredActionsBenchmark {

    @Param
    private Framework framework = Framework.DIRECT;

    @Param
    private Action action = Action.ARITHMETIC;

    private Framework.HundredActions hundred = Framework.DIRECT.open();

    @Setup(Level.Trial)
    public void open() {
        hundred = framework.open();
    }

    @TearDown(Level.Trial)
    public void close() {
        hundred.close();
    }

    @Benchmark
    public void hundredActions(Blackhole blackhole) throws Exception {
        hundred.run(seed -> blackhole.consume(action.apply(seed)));
    }
}
