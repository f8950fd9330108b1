package io.birdseye.experiments;

import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Run.Outcome;
import io.birdseye.experiments.measure.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Made-up measurements: three runs of each point, close together or far apart. */
public final class Made {

    private static final double[] CLOSE = {0.999, 1, 1.001};
    private static final double[] FAR = {1 / 40.0, 1, 40};

    private final Map<String, Map<String, Double>> points = new LinkedHashMap<>();
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    /** A point's figure. */
    public Made with(String point, String metric, double value) {
        points.computeIfAbsent(point, name -> new LinkedHashMap<>()).put(metric, value);
        return this;
    }

    /** How the runs of a point ended; they finish unless it is said. */
    public Made ended(String point, Outcome outcome) {
        points.computeIfAbsent(point, name -> new LinkedHashMap<>());
        outcomes.put(point, outcome);
        return this;
    }

    /** Repeats that agree. */
    public Measurements clear() {
        return build(CLOSE, false);
    }

    /** Repeats that agree in nothing: a factor of forty up and down, and one run in three ends otherwise. */
    public Measurements blurred() {
        return build(FAR, true);
    }

    /** Nothing could be measured. */
    public Measurements impossible() {
        Map<String, List<Run>> all = new LinkedHashMap<>();
        points.keySet().forEach(point -> all.put(point, List.of(
                new Run(Outcome.NOT_POSSIBLE, "needs 2 MB of free memory, and there are 1", Map.of()))));
        return new Measurements(all);
    }

    private Measurements build(double[] factors, boolean disagree) {
        Map<String, List<Run>> all = new LinkedHashMap<>();
        points.forEach((point, metrics) -> {
            List<Run> runs = new ArrayList<>();
            for (int i : IntStream.range(0, factors.length).toArray()) {
                Map<String, Double> scaled = new LinkedHashMap<>();
                metrics.forEach((metric, value) -> scaled.put(metric, value * factors[i]));
                Outcome outcome = outcomes.getOrDefault(point, Outcome.FINISHED);
                boolean other = disagree && i == 0 && outcomes.containsKey(point);
                runs.add(new Run(other ? opposite(outcome) : outcome, "", scaled));
            }
            all.put(point, runs);
        });
        return new Measurements(all);
    }

    private static Outcome opposite(Outcome outcome) {
        return outcome == Outcome.FINISHED ? Outcome.DIED : Outcome.FINISHED;
    }
}
