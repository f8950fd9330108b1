package io.birdseye.planning.calibration;

import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.report.statistics.Quantiles;
import io.birdseye.scenario.Scenario.Call;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Changes upstreams for a prediction: σ of lognormal ones, by their median, and times of calls by number from 1. */
public record ChangedUpstreams(Optional<Double> slowTail, Map<Integer, Duration> stalls) {

    /** Refuses a number that no call has, and a σ that is not allowed. */
    public List<List<Call>> of(List<List<Call>> upstreams) {
        int calls = upstreams.stream().flatMap(List::stream).mapToInt(call -> call.chain().size()).sum();
        stalls.keySet().stream().filter(call -> call < 1 || call > calls).findFirst().ifPresent(call -> {
            throw new IllegalArgumentException("--stall names call " + call + ", but a request has " + calls);
        });
        AtomicInteger number = new AtomicInteger();
        return upstreams.stream()
                .map(group -> group.stream()
                        .map(chain -> chain.each(
                                call -> call.lasting(changed(number.incrementAndGet(), call.toLastByte()))))
                        .toList())
                .toList();
    }

    private Latency changed(int number, Latency latency) {
        Duration stall = stalls.get(number);
        if (stall != null) {
            return new Latency.Fixed(Durations.ms(stall));
        }
        try {
            return slowTail.<Latency>map(sigma -> new Latency.Lognormal(Quantiles.quantileMs(latency, 0.5), sigma))
                    .orElse(latency);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--slow-tail: " + e.getMessage(), e);
        }
    }
}
