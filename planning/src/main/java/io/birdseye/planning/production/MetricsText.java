package io.birdseye.planning.production;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads Prometheus's text exposition format; what OpenMetrics adds to a line, timestamps and exemplars, is skipped. */
final class MetricsText {

    private static final int MAX_SAMPLES = 1_000_000;
    private static final String EXPECTED = "expected is name{label=\"value\"} number, as Prometheus's text format has it";

    private final String place;
    private final String line;
    private int at;

    private MetricsText(String place, String line) {
        this.place = place;
        this.line = line;
    }

    /** @throws RefusedTelemetry with file and line, if a line is no sample */
    static List<MetricSample> read(String file, String text) throws RefusedTelemetry {
        List<MetricSample> samples = new ArrayList<>();
        Set<List<Object>> series = new HashSet<>();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                MetricSample sample = new MetricsText(file + ":" + number, line.strip()).sample();
                samples.add(sample);
                if (!series.add(List.of(sample.name(), sample.labels()))) {
                    throw new RefusedTelemetry(
                            sample.place(), "has '" + sample.name() + "' with the same labels as a line before");
                }
                if (samples.size() > MAX_SAMPLES) {
                    throw new RefusedTelemetry(file + ":" + number, "has more than " + MAX_SAMPLES + " samples");
                }
            }
        }
        if (samples.isEmpty()) {
            throw new RefusedTelemetry(file, "holds no sample; " + EXPECTED);
        }
        return samples;
    }

    private MetricSample sample() throws RefusedTelemetry {
        String name = word();
        Map<String, String> labels = new HashMap<>();
        skipBlanks();
        if (at < line.length() && line.charAt(at) == '{') {
            at++;
            labels(labels);
        }
        String[] rest = line.substring(at).strip().split("\\s+");
        if (name.isEmpty() || rest[0].isEmpty()) {
            throw refused();
        }
        try {
            double value = switch (rest[0]) {
                case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
                case "-Inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(rest[0]);
            };
            return new MetricSample(name, labels, value, place);
        } catch (NumberFormatException e) {
            throw new RefusedTelemetry(
                    place, "'" + RefusedTelemetry.shown(rest[0]) + "' is no number; " + EXPECTED);
        }
    }

    private void labels(Map<String, String> labels) throws RefusedTelemetry {
        skipBlanks();
        while (at < line.length() && line.charAt(at) != '}') {
            String label = word();
            skipBlanks();
            expect('=');
            skipBlanks();
            expect('"');
            String value = quoted();
            if (label.isEmpty() || labels.put(label, value) != null) {
                throw new RefusedTelemetry(place, "has a label without name, or one name twice; " + EXPECTED);
            }
            skipBlanks();
            if (at < line.length() && line.charAt(at) == ',') {
                at++;
                skipBlanks();
            }
        }
        expect('}');
    }

    private String word() {
        int start = at;
        while (at < line.length() && (Character.isLetterOrDigit(line.charAt(at)) || "_:.".indexOf(line.charAt(at)) >= 0)) {
            at++;
        }
        return line.substring(start, at);
    }

    private String quoted() throws RefusedTelemetry {
        StringBuilder value = new StringBuilder();
        while (at < line.length() && line.charAt(at) != '"') {
            char c = line.charAt(at++);
            if (c == '\\' && at < line.length()) {
                char escaped = line.charAt(at++);
                value.append(escaped == 'n' ? '\n' : escaped);
            } else {
                value.append(c);
            }
        }
        expect('"');
        return value.toString();
    }

    private void skipBlanks() {
        while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
            at++;
        }
    }

    private void expect(char wanted) throws RefusedTelemetry {
        if (at >= line.length() || line.charAt(at) != wanted) {
            throw refused();
        }
        at++;
    }

    private RefusedTelemetry refused() {
        return new RefusedTelemetry(place, "'" + RefusedTelemetry.shown(line.substring(0, Math.min(line.length(), 80)))
                + "' is no sample; " + EXPECTED);
    }
}
