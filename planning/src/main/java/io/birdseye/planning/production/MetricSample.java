package io.birdseye.planning.production;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of Prometheus's text exposition format; OpenMetrics's timestamps and exemplars are skipped. */
record MetricSample(String name, Map<String, String> labels, double value, String place) {

    private static final int MAX_SAMPLES = 1_000_000;
    private static final String EXPECTED = "expected is name{label=\"value\"} number, as Prometheus's text format has it";

    // Possessive, so that a long line takes no stack.
    private static final String QUOTED = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
    private static final String WORD = "[\\p{L}\\p{Nd}_:.]++";
    private static final Pattern LABEL = Pattern.compile("(" + WORD + ")\\s*=\\s*" + QUOTED + "\\s*,?\\s*");
    private static final Pattern LINE = Pattern.compile("(?<name>" + WORD + ")\\s*(?:\\{\\s*(?<labels>(?:" + WORD
            + "\\s*=\\s*" + QUOTED + "\\s*,?\\s*)*+)})?\\s*(?<value>[^\\s{]\\S*+).*");

    MetricSample {
        labels = Map.copyOf(labels);
    }

    /** @throws RefusedTelemetry with file and line, if a line is no sample */
    static List<MetricSample> read(String file, String text) throws RefusedTelemetry {
        List<MetricSample> samples = new ArrayList<>();
        Set<List<Object>> series = new HashSet<>();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (line.isBlank() || line.stripLeading().startsWith("#")) {
                continue;
            }
            MetricSample sample = parse(file + ":" + number, line.strip());
            samples.add(sample);
            if (!series.add(sample.series())) {
                throw new RefusedTelemetry(sample.place, "has '" + sample.name + "' with the same labels as a line before");
            }
            if (samples.size() > MAX_SAMPLES) {
                throw new RefusedTelemetry(sample.place, "has more than " + MAX_SAMPLES + " samples");
            }
        }
        if (samples.isEmpty()) {
            throw new RefusedTelemetry(file, "holds no sample; " + EXPECTED);
        }
        return samples;
    }

    private static MetricSample parse(String place, String line) throws RefusedTelemetry {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new RefusedTelemetry(place, "'" + RefusedTelemetry.shown(line.substring(0, Math.min(line.length(), 80)))
                    + "' is no sample; " + EXPECTED);
        }
        Map<String, String> labels = new HashMap<>();
        for (Matcher label = LABEL.matcher(parts.group("labels") == null ? "" : parts.group("labels")); label.find(); ) {
            String value = label.group(2).replaceAll("\\\\n", "\n").replaceAll("\\\\(.)", "$1");
            if (labels.put(label.group(1), value) != null) {
                throw new RefusedTelemetry(place, "has a label twice, '" + label.group(1) + "'; " + EXPECTED);
            }
        }
        String value = parts.group("value");
        try {
            return new MetricSample(parts.group("name"), labels, number(value), place);
        } catch (NumberFormatException e) {
            throw new RefusedTelemetry(place, "'" + RefusedTelemetry.shown(value) + "' is no number; " + EXPECTED);
        }
    }

    /** A number, or an infinity as Prometheus writes it. */
    static double number(String text) {
        return Double.parseDouble(text.matches("[+-]?Inf") ? text + "inity" : text);
    }

    List<Object> series() {
        return List.of(name, labels);
    }

    /** Its labels but for the bound of a bucket. */
    Map<String, String> withoutBound() {
        Map<String, String> others = new HashMap<>(labels);
        others.remove("le");
        return others;
    }

    /** The value of the first of these labels that it has, or empty. */
    String label(List<String> names) {
        return names.stream().map(label -> labels.getOrDefault(label, "")).filter(value -> !value.isBlank()).findFirst().orElse("");
    }

    /** Whether it only grows as long as the process lives. */
    boolean counts() {
        return name.matches(".*_(bucket|count|sum|total)");
    }
}
