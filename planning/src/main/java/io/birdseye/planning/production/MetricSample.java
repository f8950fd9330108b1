package io.birdseye.planning.production;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A value of Prometheus's text exposition format or API; OpenMetrics's timestamps and exemplars are skipped. */
record MetricSample(String name, Map<String, String> labels, double value, String place) {

    private static final int MAX_SAMPLES = 1_000_000;
    private static final String EXPECTED = "; expected is name{label=\"value\"} number, as Prometheus's text format has it";

    // Possessive, so that a long line takes no stack.
    private static final String QUOTED = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
    private static final String WORD = "[\\p{L}\\p{Nd}_:.]++";
    private static final Pattern LABEL = Pattern.compile("(" + WORD + ")\\s*=\\s*" + QUOTED + "\\s*,?\\s*");
    private static final Pattern LINE = Pattern.compile("(?<name>" + WORD + ")\\s*(?:\\{\\s*(?<labels>(?:" + WORD
            + "\\s*=\\s*" + QUOTED + "\\s*,?\\s*)*+)})?\\s*(?<value>[^\\s{]\\S*+).*");

    MetricSample {
        labels = Map.copyOf(labels);
    }

    /** Refuses a line that is no sample with its number, and JSON that is not of Prometheus's API. */
    static List<MetricSample> read(String file, String text) {
        if (text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[")) {
            return ofApi(file, text);
        }
        List<MetricSample> samples = new ArrayList<>();
        Set<List<Object>> series = new HashSet<>();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                MetricSample sample = ofLine(file + ":" + number, line.strip());
                samples.add(sample);
                if (!series.add(sample.series()) || samples.size() > MAX_SAMPLES) {
                    throw new RefusedTelemetry(sample.place, samples.size() > MAX_SAMPLES ? "has more than " + MAX_SAMPLES + " samples"
                            : "has '" + sample.name + "' with the same labels as a line before");
                }
            }
        }
        if (samples.isEmpty()) {
            throw new RefusedTelemetry(file, "holds no sample" + EXPECTED);
        }
        return samples;
    }

    private static MetricSample ofLine(String place, String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new RefusedTelemetry(place, "'%s' is no sample" + EXPECTED, line.substring(0, Math.min(line.length(), 80)));
        }
        Map<String, String> labels = new HashMap<>();
        for (Matcher label = LABEL.matcher(parts.group("labels") == null ? "" : parts.group("labels")); label.find(); ) {
            if (labels.put(label.group(1), label.group(2).replaceAll("\\\\n", "\n").replaceAll("\\\\(.)", "$1")) != null) {
                throw new RefusedTelemetry(place, "has a label twice, '%s'" + EXPECTED, label.group(1));
            }
        }
        try {
            return new MetricSample(parts.group("name"), labels, number(parts.group("value")), place);
        } catch (NumberFormatException e) {
            throw new RefusedTelemetry(place, "'%s' is no number" + EXPECTED, parts.group("value"));
        }
    }

    private static List<MetricSample> ofApi(String file, String text) {
        try {
            JsonNode answer = JsonMapper.shared().readTree(text);
            JsonNode results = answer.path("data").path("result");
            if (results.isEmpty()) {
                throw new RefusedTelemetry(file, !results.isMissingNode() ? "is an answer of Prometheus's API without a value"
                        : answer.has("error") ? "is an error of Prometheus's API: %s"
                        : "is JSON, but not of Prometheus's API (data.result[]); traces are for --from-otel",
                        answer.path("error").asString(""));
            }
            return results.valueStream().map(result -> ofResult(file, result)).toList();
        } catch (JacksonException | NumberFormatException e) {
            throw new RefusedTelemetry(
                    file, "is not JSON of Prometheus's API: %s", String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private static MetricSample ofResult(String file, JsonNode result) {
        Map<String, String> labels = new HashMap<>();
        result.path("metric").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asString("")));
        String name = labels.remove("__name__");
        if (name == null) {
            throw new RefusedTelemetry(file, "has values without a name, as rate() and sum() give them; ask for the counters"
                    + " themselves: {__name__=~\"http_.*|process_.*\"}");
        }
        JsonNode value = result.has("value") ? result.path("value") : result.path("values").path(result.path("values").size() - 1);
        return new MetricSample(name, labels, number(value.path(1).asString("")), file);
    }

    /** A number, or an infinity as Prometheus writes it. */
    static double number(String text) {
        return Double.parseDouble(text.matches("[+-]?Inf") ? text + "inity" : text);
    }

    List<Object> series() {
        return List.of(name, labels);
    }

    /** Its labels but for the bound of a bucket, or the share of a quantile. */
    Map<String, String> withoutBound() {
        Map<String, String> others = new HashMap<>(labels);
        others.keySet().removeAll(List.of("le", "quantile"));
        return others;
    }

    /** The value of the first of these labels that it has, or empty. */
    String label(String... names) {
        return Stream.of(names).map(name -> labels.getOrDefault(name, "")).filter(value -> !value.isBlank()).findFirst().orElse("");
    }

    /** Whether it only grows as long as the process lives. */
    boolean counts() {
        return name.matches(".*_(bucket|count|sum|total)");
    }
}
