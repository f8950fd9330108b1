package io.birdseye.benchmarks;

import io.birdseye.benchmarks.overhead.OverheadBench;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The promises about speed and how each is measured, in the order in which the benches run. */
enum Bench {
    START("Service ready in 1.5 s, mock-api in 0.7 s, `./birdseye strategies` done in 0.5 s", 30, 30, StartBench::run),
    CPU(
            "CPU of the service per request, HTTP, 1 MB of JSON and collector included but not the JIT compilers,"
                    + " above the two bare multiplications by JMH with the same flags: at most 3 ms;"
                    + " and that of a request that is refused",
            400, 1_680, StandardBench::cpu),
    /** Takes no time of its own: it looks at the comparisons of {@link #CPU}. */
    EXCESS(
            "At 50 requests/s and memory 5 the best strategies stay near the floor:"
                    + " boxed p50 1.10 × and p99 1.5 ×, primitive 1.05 × and 1.2 ×",
            5, 5, StandardBench::excess),
    OVERHEAD(
            "A fan-out whose tasks cost nothing, two requests at once for each core: no strategy takes more than 1.5 ×"
                    + " the time of the same by hand with the least code of its library",
            350, 1_300, OverheadBench::run),
    CAPACITY(
            "Closed model, memory 5, boxed: throughput reaches 0.9 × cores / CPU seconds per request, and does not fall"
                    + " by more than a tenth beyond",
            110, 2_700, CapacityBench::run),
    IN_FLIGHT(
            "3,500 requests with 14,000 calls that wait 20 s at once: none fails, RSS below 1 GB, threads bounded, p99"
                    + " 1.1 × the floor",
            380, 460, InFlightBench::run),
    MOCK(
            "mock-api against WireMock, 200 ms delay, 10,000 open connections: 6 × the answers/s, a sixth of the CPU"
                    + " per answer, delay error p99.9 2 ms at half capacity, 15,000 delays on a thread per core",
            150, 280, MockBench::run),
    RUNNER(
            "At 50 requests/s injector and mock together take a quarter of a core, start lag p99 5 ms; nine"
                    + " strategies take 1.25 × their warm-up and measuring times",
            110, 110, StandardBench::runner);

    static final List<String> LABELS = Stream.of(values()).map(Bench::label).toList();

    private final String what;
    private final int quickSeconds;
    private final int normalSeconds;
    private final Measurer measurer;

    Bench(String what, int quickSeconds, int normalSeconds, Measurer measurer) {
        this.what = what;
        this.quickSeconds = quickSeconds;
        this.normalSeconds = normalSeconds;
        this.measurer = measurer;
    }

    @FunctionalInterface
    private interface Measurer {
        List<Figure> measure(BenchContext context) throws Exception;
    }

    String label() {
        return Format.label(this);
    }

    String what() {
        return what;
    }

    /** The approximate duration on two cores that have nothing else to do. */
    Duration estimate(Effort effort) {
        // Windows are four times as long, warm-ups are not.
        return Duration.ofSeconds(effort.pick(quickSeconds, normalSeconds, normalSeconds * 9 / 4));
    }

    /** Measures, and ends every process that it starts. Throws if nothing could be measured; the other benches go on. */
    List<Figure> run(BenchContext context) throws Exception {
        return measurer.measure(context);
    }
}
