package io.birdseye.experiments.measure;

import io.birdseye.experiments.measure.Run.Ending;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything measured so far: runs by the name of their variant. All figures are {@link Unmeasured} where a run is
 * missing, was not possible or, except for {@link #of} and {@link #reached}, did not finish.
 */
public record Measurements(Map<String, List<Run>> runs) {

    /** Recorded by runs that can tell: 1 if the response time kept its level through the window, 0 if not. */
    public static final String STEADY = "steady";

    /** A rule asked for something that was not measured; the message says why, in words for a verdict. */
    public static final class Unmeasured extends RuntimeException {

        private Unmeasured(String why) {
            super(why);
        }
    }

    public Measurements {
        runs = Map.copyOf(runs);
    }

    /** Whether this variant was asked for; quick effort leaves some out. */
    public boolean has(Variant variant) {
        return runs.containsKey(variant.name());
    }

    public List<Run> of(Variant variant) {
        List<Run> all = runs.getOrDefault(variant.name(), List.of());
        if (all.isEmpty()) {
            throw new Unmeasured(variant.name() + " was not measured");
        }
        all.stream().filter(run -> run.ending() == Ending.NOT_POSSIBLE).findFirst().ifPresent(run -> {
            throw new Unmeasured(variant.name() + ": " + run.detail());
        });
        return all;
    }

    /** How many runs of these variants kept their level through the window; empty if none of them can tell. */
    public Optional<String> steadiness(Stream<? extends Variant> variants) {
        List<Double> judged = variants
                .flatMap(variant -> runs.getOrDefault(variant.name(), List.of()).stream())
                .flatMap(run -> Stream.ofNullable(run.metrics().get(STEADY)))
                .toList();
        long steady = judged.stream().filter(verdict -> verdict == 1).count();
        return judged.isEmpty()
                ? Optional.empty()
                : Optional.of(steady + " of " + judged.size() + " windows that could be judged were steady");
    }

    /** The mean over the runs with its interval. */
    public MeasuredValue value(Variant variant, String metric) {
        return MeasuredValue.of(samples(variant, metric));
    }

    /** How many times as much the first variant has of a metric as the second. */
    public MeasuredValue ratio(String metric, Variant over, Variant under) {
        return MeasuredValue.ratio(samples(over, metric), samples(under, metric));
    }

    /** The first ratio over the second, {@code (a / b) / (c / d)} of one metric, with the variances of all four. */
    public MeasuredValue ratioOfRatios(String metric, Variant a, Variant b, Variant c, Variant d) {
        return MeasuredValue.ratio(List.of(samples(a, metric), samples(d, metric)),
                List.of(samples(b, metric), samples(c, metric)));
    }

    /** Of two metrics of one variant, and of another: {@code (over / under) / (over / under)}. */
    public MeasuredValue ratioOfRatios(Variant first, Variant second, String over, String under) {
        return MeasuredValue.ratio(List.of(samples(first, over), samples(second, under)),
                List.of(samples(first, under), samples(second, over)));
    }

    public MeasuredValue ratio(Variant variant, String over, String under) {
        return MeasuredValue.ratio(samples(variant, over), samples(variant, under));
    }

    /** The mean of what the runs had reached, also of those that died. */
    public MeasuredValue reached(Variant variant, String metric) {
        return MeasuredValue.of(
                of(variant).stream().mapToDouble(run -> run.metrics().getOrDefault(metric, 0.0)).toArray());
    }

    /** One sample for each run, all of which must have finished. */
    private double[] samples(Variant variant, String metric) {
        List<Run> all = of(variant);
        all.stream().filter(run -> run.ending() != Ending.FINISHED).findFirst().ifPresent(run -> {
            throw new Unmeasured(variant.name() + " " + run.ending().words() + ": " + run.detail());
        });
        double[] samples = all.stream()
                .map(run -> run.metrics().get(metric))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (samples.length == 0) {
            throw new Unmeasured(variant.name() + " has no " + metric);
        }
        return samples;
    }
}
