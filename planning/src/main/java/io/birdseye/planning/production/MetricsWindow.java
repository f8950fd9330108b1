package io.birdseye.planning.production;

import io.birdseye.model.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was counted within a time.
 *
 * @param samples counters are what they grew by
 * @param seconds how long that was, or null where it is not known
 * @param since how long that was, in words
 * @param difference whether two scrapes were subtracted, so that counters that were read one after the other may
 *     contradict one another a little
 */
record MetricsWindow(String file, List<MetricSample> samples, @Nullable Double seconds, String since, boolean difference) {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    /**
     * Reads one or two scrapes.
     *
     * @param over the time between two scrapes, or the time since a single one began to count; an address is asked
     *     twice, so much time apart
     */
    static MetricsWindow read(List<MetricsSource> sources, Optional<Duration> over)
            throws RefusedTelemetry, InterruptedException {
        MetricsSource first = sources.getFirst();
        MetricsSource last = sources.getLast();
        boolean twoFiles = sources.size() == 2 && !first.isUrl() && !last.isUrl();
        if (sources.size() > 1 && !twoFiles) {
            throw new RefusedTelemetry(
                    RefusedTelemetry.shown(last.fileOrUrl()),
                    "allowed are one file, two files of the same service, or one address");
        }
        if (twoFiles && over.isEmpty()) {
            throw new RefusedTelemetry(RefusedTelemetry.shown(last.fileOrUrl()),
                    "is the second scrape; --over says how much later than the first it was taken, such as --over 60s");
        }
        long start = System.nanoTime();
        List<MetricSample> before = samples(first);
        if (!twoFiles && !(first.isUrl() && over.isPresent())) {
            return since(first, before, over);
        }
        Duration apart = over.orElseThrow();
        if (!twoFiles) {
            if (apart.compareTo(LONGEST_WAIT) > 0) {
                throw new RefusedTelemetry(RefusedTelemetry.shown(first.fileOrUrl()),
                        "is asked twice, at most " + Durations.format(LONGEST_WAIT) + " apart, but --over is "
                                + Durations.format(apart));
            }
            Thread.sleep(apart);
        }
        // The second scrape is taken as long after its start as the first one, or nearly so.
        double seconds = twoFiles ? apart.toNanos() / 1e9 : (System.nanoTime() - start) / 1e9;
        return new MetricsWindow(
                RefusedTelemetry.shown(last.fileOrUrl()), grown(before, samples(last)), seconds,
                "between two scrapes, " + Durations.format(apart) + " apart", true);
    }

    private static List<MetricSample> samples(MetricsSource source) throws RefusedTelemetry, InterruptedException {
        return MetricsText.read(RefusedTelemetry.shown(source.fileOrUrl()), source.read());
    }

    private static MetricsWindow since(MetricsSource source, List<MetricSample> samples, Optional<Duration> over) {
        String file = RefusedTelemetry.shown(source.fileOrUrl());
        if (over.isPresent()) {
            String since = "within " + Durations.format(over.get());
            return new MetricsWindow(file, samples, over.get().toNanos() / 1e9, since, false);
        }
        Double uptime = samples.stream()
                .filter(sample -> sample.name().equals("process_uptime_seconds") && sample.value() > 0)
                .map(MetricSample::value)
                .findFirst()
                .orElse(null);
        return new MetricsWindow(file, samples, uptime, "since the process started", false);
    }

    private static List<MetricSample> grown(List<MetricSample> before, List<MetricSample> after) throws RefusedTelemetry {
        Map<List<Object>, MetricSample> first = new HashMap<>();
        before.forEach(sample -> first.put(List.of(sample.name(), sample.labels()), sample));
        List<MetricSample> grown = new ArrayList<>();
        for (MetricSample sample : after) {
            MetricSample earlier = first.get(List.of(sample.name(), sample.labels()));
            if (earlier == null || !sample.counts()) {
                grown.add(sample);
            } else if (sample.value() < earlier.value()) {
                throw new RefusedTelemetry(sample.place(), "'" + sample.name() + "' fell from " + earlier.value() + " to "
                        + sample.value() + ": the process was restarted in between, or the files are in the wrong order");
            } else {
                grown.add(sample.with(sample.value() - earlier.value()));
            }
        }
        return grown;
    }
}
