package io.birdseye.benchmarks;

import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.report.result.Trial.Latency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Latency over the floor of the same comparison: the slowest call and the longest combination of a request alone. */
final class ExcessBench {

    private ExcessBench() {}

    /** At most so many times the floor. */
    record Promise(double p50, double p99) {}

    /**
     * A strategy's response times over the floor.
     *
     * @param p99 NaN where there were too few requests for one
     */
    record Excess(String strategy, double p50, double p99) {

        static Excess of(String strategy, Latency latency, double floorMs) {
            Double p99 = latency.p99Ms();
            return new Excess(strategy, latency.p50Ms() / floorMs, p99 == null ? Double.NaN : p99 / floorMs);
        }
    }

    static List<Figure> run(BenchContext context) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            Promise promise = switch (layout) {
                case BOXED -> new Promise(1.10, 1.5);
                case PRIMITIVE -> new Promise(1.05, 1.2);
            };
            Timed timed = context.standard(layout);
            double floorMs = timed.results().floor().latencyMs(false);
            List<Excess> all = timed.trials().stream()
                    .filter(trial -> trial.figures().errors() == 0)
                    .map(trial -> Excess.of(trial.strategy(), trial.figures().response(), floorMs))
                    .toList();
            figures.addAll(figures(layout, promise, all, Format.text("floor %.1f ms", floorMs)));
        }
        return figures;
    }

    /** @param all strategies that answered every request; where there is none, both figures say so */
    static List<Figure> figures(Layout layout, Promise promise, List<Excess> all, String note) {
        return List.of(
                figure(layout, "p50", promise.p50(), all, Excess::p50, note),
                figure(layout, "p99", promise.p99(), all, Excess::p99, note));
    }

    private static Figure figure(
            Layout layout, String percentile, double most, List<Excess> all, ToDoubleFunction<Excess> value,
            String note) {
        String name = layout.label() + ": " + percentile + " over the floor, best strategy";
        Target target = Target.atMost(most);
        Optional<Excess> best = all.stream().min(Comparator.comparingDouble(value));
        if (best.isEmpty()) {
            return Figure.failed(name, target, note + "; no strategy answered all requests");
        }
        double least = value.applyAsDouble(best.get());
        if (Double.isNaN(least)) {
            return Figure.failed(name, target, note + "; too few requests for a " + percentile);
        }
        String others = all.stream()
                .map(excess -> excess.strategy() + " " + Format.fixed(value.applyAsDouble(excess), 2))
                .collect(Collectors.joining(", "));
        return Figure.of(name, target, least, " ×", note + "; " + others);
    }
}
