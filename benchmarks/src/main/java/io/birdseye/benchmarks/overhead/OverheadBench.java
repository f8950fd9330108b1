package io.birdseye.benchmarks.overhead;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Lab;
import io.birdseye.benchmarks.Target;
import io.birdseye.strategy.Strategies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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

/** Every strategy of the list beside the least that its library can do. */
public final class OverheadBench implements Bench {

    private static final double MOST = 1.5;

    @Override
    public String name() {
        return "overhead";
    }

    @Override
    public String what() {
        return "A fan-out whose tasks cost nothing, " + Minimum.REQUESTERS + " requests at once: no strategy takes more"
                + " than 1.5 × the time of the same by hand with the least of its library";
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
            return micros / Minimum.REQUESTERS;
        }
    }

    @Override
    public List<Figure> run(Lab lab) throws Exception {
        List<String> names = Strategies.load().names();
        Set<String> ways = new LinkedHashSet<>();
        for (String name : names) {
            ways.add(Ways.strategy(name));
            Minimum.Of.strategy(name).ifPresent(minimum -> ways.add(Ways.minimum(minimum)));
        }
        Map<String, Double> handOffs = new HashMap<>();
        for (String way : ways) {
            handOffs.put(way, HandOffs.perRequest(way));
        }
        lab.tell("JMH: " + ways.size() + " ways; its log is " + lab.out().resolve("jmh-overhead.log"));
        Map<String, Cost> costs = measure(lab, ways);
        List<Figure> figures = new ArrayList<>();
        for (String name : names) {
            figures.add(figure(name, costs, handOffs));
        }
        return figures;
    }

    private static Figure figure(String name, Map<String, Cost> costs, Map<String, Double> handOffs) {
        String way = Ways.strategy(name);
        Cost ours = costs.get(way);
        Optional<Minimum.Of> minimum = Minimum.Of.strategy(name);
        if (ours == null) {
            return Figure.failed(name, Target.atMost(MOST), "JMH has no result; see its log");
        }
        String text = text(ours, handOffs.getOrDefault(way, 0.0));
        if (minimum.isEmpty()) {
            return Figure.of(name, Target.none(), ours.micros(), " µs", text + "; nothing to compare it with");
        }
        String minimal = Ways.minimum(minimum.get());
        Cost least = costs.get(minimal);
        if (least == null) {
            return Figure.failed(name, Target.atMost(MOST), "JMH has no result of " + minimal + "; see its log");
        }
        return new Figure(
                name,
                Target.atMost(MOST),
                ours.micros() / least.micros(),
                " ×",
                ours.lowerQuartile() / least.upperQuartile(),
                ours.upperQuartile() / least.lowerQuartile(),
                text + " against " + text(least, handOffs.getOrDefault(minimal, 0.0)) + " ("
                        + minimum.get().name().toLowerCase(Locale.ROOT).replace('_', '-') + ")");
    }

    private static String text(Cost cost, double handOffs) {
        return String.format(
                Locale.ROOT, "%s µs, %,.0f bytes, %.1f hand-offs", Figure.number(cost.micros()), cost.bytes(), handOffs);
    }

    private static Map<String, Cost> measure(Lab lab, Set<String> ways) throws RunnerException {
        var options = new OptionsBuilder()
                .include(FanOutBenchmark.class.getName())
                .threads(Minimum.REQUESTERS)
                .param("way", ways.toArray(String[]::new))
                .forks(lab.quick() ? 1 : 2)
                .warmupIterations(lab.quick() ? 2 : 4)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(lab.quick() ? 3 : 6)
                .measurementTime(TimeValue.milliseconds(500))
                .jvm(lab.programs().java().toString())
                .jvmArgs("--enable-preview", "--sun-misc-unsafe-memory-access=allow", "-Xmx512m", "-XX:+UseParallelGC")
                .addProfiler(GCProfiler.class)
                .timeout(TimeValue.seconds(60))
                .output(lab.out().resolve("jmh-overhead.log").toString())
                .resultFormat(ResultFormatType.JSON)
                .result(lab.out().resolve("jmh-overhead.json").toString())
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
                    result.getParams().getParam("way"),
                    Cost.of(result.getPrimaryResult().getStatistics(), bytes));
        }
        return costs;
    }
}
