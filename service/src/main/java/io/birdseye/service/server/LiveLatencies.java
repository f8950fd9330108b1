package io.birdseye.service.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import tools.jackson.databind.json.JsonMapper;

/** The latencies and errors of each strategy in the last second, for the front page. Without listeners it is idle. */
public final class LiveLatencies {

    private static final int DIGITS = 2;

    private final Supplier<Map<String, Integer>> inProgress;
    private final Map<String, Recent> byStrategy = new ConcurrentHashMap<>();
    private volatile boolean watched;
    private long sinceNanos;

    private record Recent(Recorder latency, LongAdder errors) {}

    /** @param errors answers with another status than 200 */
    record OfStrategy(
            String strategy, double perSecond, double p50Ms, double p99Ms, double maxMs, int inProgress, long errors) {}

    record Moment(double seconds, List<OfStrategy> strategies) {}

    public LiveLatencies(Supplier<Map<String, Integer>> inProgress) {
        this.inProgress = inProgress;
    }

    public void finished(Exchange exchange, int status) {
        String strategy = exchange.strategy();
        if (!watched || strategy == null) {
            return;
        }
        Recent recent = recent(strategy);
        if (status == 200) {
            recent.latency().recordValue(TimeUnit.NANOSECONDS.toMicros(exchange.nanosSinceArrival()));
        } else {
            recent.errors().increment();
        }
    }

    private Recent recent(String strategy) {
        return byStrategy.computeIfAbsent(strategy, name -> new Recent(new Recorder(DIGITS), new LongAdder()));
    }

    void begin() {
        sinceNanos = System.nanoTime();
        watched = true;
    }

    void end() {
        watched = false;
        byStrategy.clear();
    }

    /** What happened since the last call, as one line. */
    String next() {
        long now = System.nanoTime();
        double seconds = (now - sinceNanos) / 1e9;
        sinceNanos = now;
        Map<String, Integer> busy = new TreeMap<>(inProgress.get());
        byStrategy.keySet().forEach(strategy -> busy.putIfAbsent(strategy, 0));
        List<OfStrategy> figures = new ArrayList<>();
        busy.forEach((strategy, requests) -> {
            Recent recent = recent(strategy);
            Histogram latency = recent.latency().getIntervalHistogram();
            long errors = recent.errors().sumThenReset();
            if (requests > 0 || errors > 0 || latency.getTotalCount() > 0) {
                figures.add(new OfStrategy(
                        strategy, latency.getTotalCount() / seconds, latency.getValueAtPercentile(50) / 1e3,
                        latency.getValueAtPercentile(99) / 1e3, latency.getMaxValue() / 1e3, requests, errors));
            }
        });
        return JsonMapper.shared().writeValueAsString(new Moment(seconds, figures));
    }
}
