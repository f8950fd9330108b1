package io.birdseye.experiments.measure;

import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.measure.Run.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Everything measured so far: runs by the name of their point. */
public record Measurements(Map<String, List<Run>> runs) {

    public Measurements {
        Map<String, List<Run>> copy = new LinkedHashMap<>();
        runs.forEach((name, list) -> copy.put(name, List.copyOf(list)));
        runs = Map.copyOf(copy);
    }

    /**
     * The runs of a point.
     *
     * @throws Unmeasured if there are none, or the machine could not do them
     */
    public List<Run> of(String point) {
        List<Run> all = runs.getOrDefault(point, List.of());
        if (all.isEmpty()) {
            throw new Unmeasured(point + " was not measured");
        }
        for (Run run : all) {
            if (run.outcome() == Outcome.NOT_POSSIBLE) {
                throw new Unmeasured(point + ": " + run.detail());
            }
        }
        return all;
    }

    /**
     * One sample for each finished run.
     *
     * @throws Unmeasured if a run did not finish or did not record this metric
     */
    public double[] samples(String point, String metric) {
        List<Run> all = of(point);
        for (Run run : all) {
            if (run.outcome() != Outcome.FINISHED) {
                throw new Unmeasured(point + " " + words(run.outcome()) + ": " + run.detail());
            }
        }
        double[] samples = all.stream()
                .map(run -> run.metrics().get(metric))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (samples.length == 0) {
            throw new Unmeasured(point + " has no " + metric);
        }
        return samples;
    }

    /**
     * The mean over the runs with its interval.
     *
     * @throws Unmeasured if it was not measured
     */
    public Estimate value(String point, String metric) {
        return Estimate.of(samples(point, metric));
    }

    /**
     * How many times as much the first point took as the second.
     *
     * @throws Unmeasured if either was not measured
     */
    public Estimate ratio(String metric, String over, String under) {
        return Estimate.ratio(samples(over, metric), samples(under, metric));
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case FINISHED -> "finished";
            case DIED -> "died";
            case TIMED_OUT -> "was stopped at its time limit";
            case NOT_POSSIBLE -> "is not possible";
        };
    }
}
