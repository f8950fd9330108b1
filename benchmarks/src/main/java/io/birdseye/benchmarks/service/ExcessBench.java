package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Target;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Latency over the floor of the same comparison: the slowest call and the longest combination of a request alone. */
public final class ExcessBench implements Bench {

    @Override
    public String name() {
        return "excess";
    }

    @Override
    public String what() {
        return "At 50 requests/s and memory 5 the best strategies stay near the floor:"
                + " boxed p50 1.10 × and p99 1.5 ×, primitive 1.05 × and 1.2 ×";
    }

    @Override
    public Duration estimate(boolean quick) {
        // The bench 'cpu' looks at the same comparisons.
        return Duration.ofSeconds(5);
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        List<Figure> figures = new ArrayList<>();
        figures.addAll(figures(context, Layout.BOXED, new Promise(1.10, 1.5)));
        figures.addAll(figures(context, Layout.PRIMITIVE, new Promise(1.05, 1.2)));
        return figures;
    }

    /** At most so many times the floor. */
    record Promise(double p50, double p99) {}

    /**
     * A strategy's response times over the floor.
     *
     * @param p99 NaN where there were too few requests for one
     */
    record Excess(String strategy, double p50, double p99) {}

    private static List<Figure> figures(BenchContext context, Layout layout, Promise promise)
            throws Exception {
        Timed timed = Standard.run(context, layout);
        List<Excess> all = new ArrayList<>();
        double floorMs = timed.results().floor().latencyMs(false);
        for (Trial trial : timed.measured()) {
            Measured measured = trial.measured();
            if (measured != null && measured.errors() == 0) {
                Latency latency = measured.response();
                Double p99 = latency.p99Ms();
                all.add(new Excess(
                        trial.strategy(), latency.p50Ms() / floorMs, p99 == null ? Double.NaN : p99 / floorMs));
            }
        }
        return figures(layout, promise, all, Format.text("floor %.1f ms", floorMs));
    }

    /** @param all strategies that answered every request; where there is none, both figures say so */
    static List<Figure> figures(Layout layout, Promise promise, List<Excess> all, String note) {
        return List.of(
                figure(layout, "p50", promise.p50(), all, Excess::p50, note),
                figure(layout, "p99", promise.p99(), all, Excess::p99, note));
    }

    private static Figure figure(
            Layout layout,
            String percentile,
            double target,
            List<Excess> all,
            ToDoubleFunction<Excess> value,
            String note) {
        String name = layout.label() + ": " + percentile + " over the floor, best strategy";
        if (all.isEmpty()) {
            return Figure.failed(name, Target.atMost(target), note + "; no strategy answered all requests");
        }
        Excess best = Collections.min(all, Comparator.comparingDouble(value));
        if (Double.isNaN(value.applyAsDouble(best))) {
            return Figure.failed(name, Target.atMost(target), note + "; too few requests for a " + percentile);
        }
        String others = all.stream()
                .map(excess -> excess.strategy() + " " + Format.fixed(value.applyAsDouble(excess), 2))
                .collect(Collectors.joining(", "));
        return Figure.of(name, Target.atMost(target), value.applyAsDouble(best), " ×", note + "; " + others);
    }
}
