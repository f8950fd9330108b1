package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.Comparisons.Timed;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Lab;
import io.birdseye.benchmarks.Target;
import io.birdseye.memory.Layout;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    public List<Figure> run(Lab lab) throws Exception {
        List<Figure> figures = new ArrayList<>();
        figures.addAll(figures(lab, Layout.BOXED, 1.10, 1.5));
        figures.addAll(figures(lab, Layout.PRIMITIVE, 1.05, 1.2));
        return figures;
    }

    private record Excess(String strategy, double p50, double p99) {}

    private static List<Figure> figures(Lab lab, Layout layout, double p50Target, double p99Target)
            throws IOException, InterruptedException {
        Timed timed = Standard.run(lab, layout);
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
        if (all.isEmpty()) {
            throw new IOException("no strategy answered all requests");
        }
        String note = String.format(Locale.ROOT, "floor %.1f ms", floorMs);
        List<Figure> figures = new ArrayList<>();
        figures.add(figure(layout, "p50", p50Target, all, Excess::p50, note));
        figures.add(figure(layout, "p99", p99Target, all, Excess::p99, note));
        return figures;
    }

    private static Figure figure(
            Layout layout,
            String percentile,
            double target,
            List<Excess> all,
            java.util.function.ToDoubleFunction<Excess> value,
            String note) {
        Excess best = all.stream()
                .min(java.util.Comparator.comparingDouble(value))
                .orElseThrow();
        String others = all.stream()
                .map(excess -> excess.strategy() + " " + String.format(Locale.ROOT, "%.2f", value.applyAsDouble(excess)))
                .collect(java.util.stream.Collectors.joining(", "));
        return Figure.of(
                layout.label() + ": " + percentile + " over the floor, best strategy",
                Target.atMost(target),
                value.applyAsDouble(best),
                " ×",
                note + "; " + others);
    }
}
