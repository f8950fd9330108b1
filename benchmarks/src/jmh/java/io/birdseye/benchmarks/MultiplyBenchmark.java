package io.birdseye.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The two multiplications of one request and nothing else. What counts is the CPU time of the whole process, since the
 * collector's threads work for them too; wall time would leave those out.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MultiplyBenchmark {

    @Param({"BOXED", "PRIMITIVE"})
    public Layout layout = Layout.BOXED;

    private SharedMemory memory = SharedMemory.ofMegabytes(0, Layout.PRIMITIVE);
    private int factor;

    /** Process CPU time and requests of all iterations. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Usage {

        private final OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private long begin;

        public long requests;
        public long cpuNanos;

        @Setup(Level.Iteration)
        public void begin() {
            requests = 0;
            cpuNanos = 0;
            begin = system.getProcessCpuTime();
        }

        @TearDown(Level.Iteration)
        public void end() {
            cpuNanos = system.getProcessCpuTime() - begin;
        }
    }

    @Setup
    public void fill() {
        memory = SharedMemory.ofMegabytes(BenchContext.MEMORY_MEGABYTES, layout);
        // As the service does, which lays boxed numbers side by side: otherwise the loops would be slower than its own.
        System.gc();
    }

    @Benchmark
    public void request(Usage usage, Blackhole blackhole) {
        factor = factor % 1_000 + 1;
        blackhole.consume(memory.ints().multiply(factor));
        blackhole.consume(memory.longs().multiply(factor));
        usage.requests++;
    }

    /** @param when of the logs */
    static double cpuMsPerRequest(BenchContext context, Layout layout, String when) throws RunnerException {
        context.progress().accept("JMH: the bare multiplications, " + layout.label() + ", " + when);
        var options = context.jmh(MultiplyBenchmark.class, "jmh-multiply-" + layout.label() + "-" + when)
                .param("layout", layout.name())
                .forks(context.forks())
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(2))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(2))
                .jvmArgs(Programs.serviceJvmFlags().toArray(String[]::new))
                .shouldFailOnError(true)
                .build();
        RunResult result = new Runner(options).runSingle();
        return counted(result, "cpuNanos") / counted(result, "requests") / 1e6;
    }

    private static double counted(RunResult result, String counter) {
        return Objects.requireNonNull(result.getSecondaryResults().get(counter), counter).getScore();
    }
}
