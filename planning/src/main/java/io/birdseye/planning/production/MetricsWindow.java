package io.birdseye.planning.production;

import io.birdseye.model.Durations;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What was counted within a time, null if unknown. Counters of two scrapes may contradict one another a little. */
record MetricsWindow(String file, List<MetricSample> samples, @Nullable Double seconds, String since, boolean difference) {

    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    /** Reads one or two scrapes, {@code over} apart, or one that counts since then; an address is asked twice. */
    static MetricsWindow read(List<MetricsSource> sources, Optional<Duration> over) throws InterruptedException {
        MetricsSource first = sources.getFirst();
        MetricsSource last = sources.getLast();
        boolean files = !first.isUrl() && !last.isUrl();
        String apart = over.map(Durations::format).orElse("");
        String problem = sources.size() > 2 || sources.size() == 2 && !files
                ? "allowed are one file, two files of the same service, or one address"
                : sources.size() == 2 && over.isEmpty()
                ? "is the second scrape; --over says how much later than the first it was taken, such as --over 60s"
                : !files && over.isPresent() && over.get().compareTo(MAX_WAIT) > 0
                ? "is asked twice, at most " + Durations.format(MAX_WAIT) + " apart, but --over is " + apart : "";
        if (!problem.isEmpty()) {
            throw last.refused(problem);
        }
        long start = System.nanoTime();
        List<MetricSample> before = first.samples();
        if (over.isEmpty()) {
            // On average, where there are several instances.
            double uptime = before.stream().filter(sample -> sample.name().equals("process_uptime_seconds") && sample.value() > 0)
                    .mapToDouble(MetricSample::value).average().orElse(0);
            return new MetricsWindow(first.toString(), before, uptime > 0 ? uptime : null, "since the process started", false);
        }
        double seconds = over.get().toNanos() / 1e9;
        if (files && sources.size() == 1) {
            return new MetricsWindow(first.toString(), before, seconds, "within " + apart, false);
        }
        if (!files) {
            Thread.sleep(over.get());
            // The second scrape is taken as long after its start as the first one, or nearly so.
            seconds = (System.nanoTime() - start) / 1e9;
        }
        Map<List<Object>, Double> earlier = new HashMap<>();
        before.forEach(sample -> earlier.put(sample.series(), sample.value()));
        return new MetricsWindow(last.toString(), last.samples().stream().map(sample -> sample.counts()
                ? grown(sample, earlier.getOrDefault(sample.series(), 0.0)) : sample).toList(),
                seconds, "between two scrapes, " + apart + " apart", true);
    }

    private static MetricSample grown(MetricSample sample, double earlier) {
        if (sample.value() < earlier) {
            throw new RefusedTelemetry(sample.place(), "'" + sample.name() + "' fell from " + earlier + " to " + sample.value()
                    + ": the process was restarted in between, or the files are in the wrong order");
        }
        return new MetricSample(sample.name(), sample.labels(), sample.value() - earlier, sample.place());
    }

    /** The window of one service of several. */
    MetricsWindow of(Predicate<MetricSample> service) {
        return new MetricsWindow(file, samples.stream().filter(service).toList(), seconds, since, difference);
    }
}
