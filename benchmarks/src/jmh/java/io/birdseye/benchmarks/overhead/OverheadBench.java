package io.birdseye.benchmarks.overhead;

import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.model.Format;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/** Every strategy of the list beside the baseline of its library family. */
public final class OverheadBench {

    private static final Target TARGET = Target.atMost(1.5);

    private OverheadBench() {}

    /**
     * Of one request: median and quartiles of what JMH's iterations took, since a mean would be that of the one
     * iteration in which the machine did something else; and the share by which the second half of the window was
     * faster in each JVM at least, which is large where the warm-up was too short.
     */
    record Cost(double micros, double lowerQuartile, double upperQuartile, double bytes, double faster) {

        /** Above it, a median is one of code that was not all compiled; below it, of JVMs that differ as much. */
        private static final double STILL_WARMING = 0.2;

        /** JMH tells the time of an operation on its thread; in that time each of the others had one done, too. */
        static Cost of(List<double[]> jvms, double bytes) {
            Statistics all = statistics(jvms.stream().flatMapToDouble(DoubleStream::of));
            return new Cost(
                    all.getPercentile(50) / Baseline.REQUESTERS, all.getPercentile(25) / Baseline.REQUESTERS,
                    all.getPercentile(75) / Baseline.REQUESTERS, bytes,
                    jvms.stream().mapToDouble(Cost::faster).min().orElse(0));
        }

        private static double faster(double[] times) {
            int half = times.length / 2;
            return half == 0
                    ? 0
                    : 1 - statistics(DoubleStream.of(times).skip(times.length - half)).getPercentile(50)
                            / statistics(DoubleStream.of(times).limit(half)).getPercentile(50);
        }

        private static Statistics statistics(DoubleStream times) {
            return new ListStatistics(times.toArray());
        }

        String text(double handOffs) {
            return Format.text("%s µs, %,.0f bytes, %.1f hand-offs", Figure.number(micros), bytes, handOffs)
                    + (faster > STILL_WARMING ? ", still warming: " + Format.percent(faster) + " faster in the second half" : "");
        }
    }

    public static List<Figure> run(BenchContext context) throws Exception {
        List<StrategyEntry> entries = Strategies.load().all();
        Map<String, Double> handOffs = new LinkedHashMap<>();
        for (StrategyEntry entry : entries) {
            String variant = Variants.strategy(entry.name());
            handOffs.put(variant, HandOffs.perRequest(variant));
            String baseline = Variants.baseline(entry).orElse(variant);
            if (!handOffs.containsKey(baseline)) {
                handOffs.put(baseline, HandOffs.perRequest(baseline));
            }
        }
        context.progress().accept("JMH: " + handOffs.size() + " variants; its log is " + context.log("jmh-overhead"));
        Map<String, Cost> costs = measure(context, handOffs.keySet());
        return entries.stream().map(entry -> figure(entry, costs, handOffs)).toList();
    }

    private static Figure figure(StrategyEntry entry, Map<String, Cost> costs, Map<String, Double> handOffs) {
        String name = entry.name();
        String variant = Variants.strategy(name);
        Cost ours = costs.get(variant);
        if (ours == null) {
            return Figure.failed(name, TARGET, "JMH has no result; see its log");
        }
        String text = ours.text(handOffs.getOrDefault(variant, 0.0));
        Optional<String> baseline = Variants.baseline(entry);
        if (baseline.isEmpty()) {
            return Figure.of(name, Target.none(), ours.micros(), " µs", text + "; its family has no baseline");
        }
        Cost least = costs.get(baseline.get());
        if (least == null) {
            return Figure.failed(name, TARGET, "JMH has no result of " + baseline.get() + "; see its log");
        }
        return new Figure(
                name, TARGET, ours.micros() / least.micros(), " ×",
                ours.lowerQuartile() / least.upperQuartile(), ours.upperQuartile() / least.lowerQuartile(),
                text + " against " + least.text(handOffs.getOrDefault(baseline.get(), 0.0)) + " ("
                        + baseline.get().substring("baseline/".length()) + ")");
    }

    private static Map<String, Cost> measure(BenchContext context, Set<String> variants) throws RunnerException {
        var options = context.jmh(FanOutBenchmark.class, "jmh-overhead")
                .threads(Baseline.REQUESTERS)
                .param("variant", variants.toArray(String[]::new))
                .forks(context.forks())
                .warmupIterations(context.quick() ? 5 : 14)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(context.quick() ? 3 : 6)
                .measurementTime(TimeValue.milliseconds(500))
                // The requesters leave the compilers no core of two, and the times then fall for ten seconds and more; so a
                // requester waits for the code that it asked for.
                .jvmArgs("-Xbatch", "--enable-preview", "--sun-misc-unsafe-memory-access=allow", "-Xmx512m", "-XX:+UseParallelGC")
                .addProfiler(GCProfiler.class)
                .timeout(TimeValue.seconds(60))
                .shouldFailOnError(false)
                .build();
        Map<String, Cost> costs = new HashMap<>();
        for (RunResult result : new Runner(options).run()) {
            double bytes = result.getSecondaryResults().entrySet().stream()
                    .filter(entry -> entry.getKey().endsWith("gc.alloc.rate.norm"))
                    .mapToDouble(entry -> entry.getValue().getScore())
                    .findFirst()
                    .orElse(Double.NaN);
            costs.put(result.getParams().getParam("variant"), Cost.of(jvms(result), bytes));
        }
        return costs;
    }

    private static List<double[]> jvms(RunResult result) {
        return result.getBenchmarkResults().stream()
                .map(jvm -> jvm.getIterationResults().stream()
                        .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                        .toArray())
                .toList();
    }
}
