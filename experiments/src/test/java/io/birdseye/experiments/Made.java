package io.birdseye.experiments;

import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.experiments.measure.Run;
import io.birdseye.experiments.measure.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Made-up measurements: three runs of each variant, close together or far apart. */
public final class Made {

    private static final double[] CLOSE = {0.999, 1, 1.001};
    private static final double[] FAR = {1 / 40.0, 1, 40};

    private final Map<String, Map<String, Double>> variants = new LinkedHashMap<>();
    private final Map<String, Ending> endings = new LinkedHashMap<>();

    /** A variant's figure. */
    public Made with(Variant variant, String metric, double value) {
        return with(variant.name(), metric, value);
    }

    /** The figure of the variant with this name. */
    public Made with(String variant, String metric, double value) {
        variants.computeIfAbsent(variant, name -> new LinkedHashMap<>()).put(metric, value);
        return this;
    }

    /** How the runs of a variant ended; they finish unless it is said. */
    public Made ended(Variant variant, Ending ending) {
        variants.computeIfAbsent(variant.name(), name -> new LinkedHashMap<>());
        endings.put(variant.name(), ending);
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
        variants.keySet().forEach(variant -> all.put(variant, List.of(
                new Run(Ending.NOT_POSSIBLE, "needs 2 MB of free memory, and there are 1", Map.of()))));
        return new Measurements(all);
    }

    private Measurements build(double[] factors, boolean disagree) {
        Map<String, List<Run>> all = new LinkedHashMap<>();
        variants.forEach((variant, metrics) -> {
            List<Run> runs = new ArrayList<>();
            for (int i : IntStream.range(0, factors.length).toArray()) {
                Map<String, Double> scaled = new LinkedHashMap<>();
                metrics.forEach((metric, value) -> scaled.put(metric, value * factors[i]));
                Ending ending = endings.getOrDefault(variant, Ending.FINISHED);
                boolean other = disagree && i == 0 && endings.containsKey(variant);
                runs.add(new Run(other ? opposite(ending) : ending, "", scaled));
            }
            all.put(variant, runs);
        });
        return new Measurements(all);
    }

    private static Ending opposite(Ending ending) {
        return ending == Ending.FINISHED ? Ending.DIED : Ending.FINISHED;
    }
}
