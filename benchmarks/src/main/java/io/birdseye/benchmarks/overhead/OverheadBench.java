package io.birdseye.benchmarks.overhead;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.Target;
import io.birdseye.model.Format;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/** Every strategy of the list beside the baseline of its library family. */
public final class OverheadBench implements Bench {

    private static final double MOST = 1.5;

    @Override
    public String name() {
        return "overhead";
    }

    @Override
    public String what() {
        return "A fan-out whose tasks cost nothing, " + Baseline.REQUESTERS + " requests at once: no strategy takes more"
                + " than 1.5 × the time of the same by hand with the least code of its library";
    }

    @Override
    public Duration estimate(boolean quick) {
        return Duration.ofSeconds(50L * (quick ? 4 : 13));
    }

    /**
     * Of one request: median and quartiles of what JMH's iterations took. A mean would be that of the one iteration in
     * which the machine did something else.
     */
    record Cost(double micros, double lowerQuartile, double upperQuartile, double bytes) {

        static Cost of(Statistics iterations, double bytes) {
            return new Cost(
                    perRequest(iterations.getPercentile(50)),
                    perRequest(iterations.getPercentile(25)),
                    perRequest(iterations.getPercentile(75)),
                    bytes);
        }

        /** JMH tells the time of an operation on its thread; in that time each of the others had one done, too. */
        private static double perRequest(double micros) {
            return micros / Baseline.REQUESTERS;
        }
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        List<StrategyEntry> entries = Strategies.load().all();
        Set<String> variants = new LinkedHashSet<>();
        for (StrategyEntry entry : entries) {
            variants.add(Variants.strategy(entry.name()));
            Variants.baseline(entry).ifPresent(variants::add);
        }
        Map<String, Double> handOffs = new HashMap<>();
        for (String variant : variants) {
            handOffs.put(variant, HandOffs.perRequest(variant));
        }
        context.tell("JMH: " + variants.size() + " variants; its log is " + context.out().resolve("jmh-overhead.log"));
        Map<String, Cost> costs = measure(context, variants);
        return entries.stream().map(entry -> figure(entry, costs, handOffs)).toList();
    }

    private static Figure figure(StrategyEntry entry, Map<String, Cost> costs, Map<String, Double> handOffs) {
        String name = entry.name();
        String variant = Variants.strategy(name);
        Cost ours = costs.get(variant);
        if (ours == null) {
            return Figure.failed(name, Target.atMost(MOST), "JMH has no result; see its log");
        }
        String text = text(ours, handOffs.getOrDefault(variant, 0.0));
        Optional<String> baseline = Variants.baseline(entry);
        if (baseline.isEmpty()) {
            return Figure.of(name, Target.none(), ours.micros(), " µs", text + "; its family has no baseline");
        }
        Cost least = costs.get(baseline.get());
        if (least == null) {
            return Figure.failed(name, Target.atMost(MOST), "JMH has no result of " + baseline.get() + "; see its log");
        }
        return new Figure(
                name,
                Target.atMost(MOST),
                ours.micros() / least.micros(),
                " ×",
                ours.lowerQuartile() / least.upperQuartile(),
                ours.upperQuartile() / least.lowerQuartile(),
                text + " against " + text(least, handOffs.getOrDefault(baseline.get(), 0.0)) + " ("
                        + baseline.get().substring("baseline/".length()) + ")");
    }

    private static String text(Cost cost, double handOffs) {
        return Format.text(
                "%s µs, %,.0f bytes, %.1f hand-offs", Figure.number(cost.micros()), cost.bytes(), handOffs);
    }

    private static Map<String, Cost> measure(BenchContext context, Set<String> variants) throws RunnerException {
        var options = new OptionsBuilder()
                .include(FanOutBenchmark.class.getName())
                .threads(Baseline.REQUESTERS)
                .param("variant", variants.toArray(String[]::new))
                .forks(context.quick() ? 1 : 2)
                .warmupIterations(context.quick() ? 2 : 4)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(context.quick() ? 3 : 6)
                .measurementTime(TimeValue.milliseconds(500))
                .jvm(context.programs().java().toString())
                .jvmArgs("--enable-preview", "--sun-misc-unsafe-memory-access=allow", "-Xmx512m", "-XX:+UseParallelGC")
                .addProfiler(GCProfiler.class)
                .timeout(TimeValue.seconds(60))
                .output(context.out().resolve("jmh-overhead.log").toString())
                .resultFormat(ResultFormatType.JSON)
                .result(context.out().resolve("jmh-overhead.json").toString())
                .shouldFailOnError(false)
                .build();
        Map<String, Cost> costs = new HashMap<>();
        for (RunResult result : new Runner(options).run()) {
            double bytes = result.getSecondaryResults().entrySet().stream()
                    .filter(entry -> entry.getKey().endsWith("gc.alloc.rate.norm"))
                    .mapToDouble(entry -> entry.getValue().getScore())
                    .findFirst()
                    .orElse(Double.NaN);
            costs.put(
                    result.getParams().getParam("variant"),
                    Cost.of(result.getPrimaryResult().getStatistics(), bytes));
        }
        return costs;
    }
}
