package io.birdseye.planning.production;

import java.util.Map;

/**
 * A line of Prometheus's text format.
 *
 * @param place file and line, for messages
 */
record MetricSample(String name, Map<String, String> labels, double value, String place) {

    MetricSample {
        labels = Map.copyOf(labels);
    }

    /** The value of the first of these labels that it has, or empty. */
    String label(Iterable<String> names) {
        for (String label : names) {
            String value = labels.get(label);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return "";
    }

    /** Whether it only grows as long as the process lives. */
    boolean counts() {
        return name.endsWith("_bucket") || name.endsWith("_count") || name.endsWith("_sum") || name.endsWith("_total");
    }

    MetricSample with(double other) {
        return new MetricSample(name, labels, other, place);
    }
}
