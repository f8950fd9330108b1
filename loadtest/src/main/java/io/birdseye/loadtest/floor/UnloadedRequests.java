package io.birdseye.loadtest.floor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.birdseye.model.Latency;
import io.birdseye.report.result.Floor;
import io.birdseye.report.statistics.Quantiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The task times of requests that were alone, and the {@link Floor} that follows from them. Calls to upstreams of fixed
 * latency and combinations are taken as measured. A random latency is taken from its configured distribution, of which
 * some ten requests are too small a sample; to it comes what the calls of fixed latency took beyond theirs, if there
 * are any. Where there are none the floor leaves that out, about a millisecond, and stays a lower bound.
 */
final class UnloadedRequests {

    private static final Pattern ENTRY = Pattern.compile("([\\w-]+)-(io|cpu);dur=([\\d.]+)");
    private static final int DRAWS = 100_001;

    private final List<Latency> upstreams;
    private final List<List<Task>> requests = new ArrayList<>();

    private record Task(String name, boolean call, double ms) {}

    UnloadedRequests(List<Latency> upstreams) {
        this.upstreams = List.copyOf(upstreams);
    }

    void add(String serverTiming) {
        List<Task> tasks = new ArrayList<>();
        Matcher entry = ENTRY.matcher(serverTiming);
        while (entry.find()) {
            if (!entry.group(1).equals("join")) {
                tasks.add(new Task(entry.group(1), entry.group(2).equals("io"), Double.parseDouble(entry.group(3))));
            }
        }
        requests.add(tasks);
    }

    boolean isEmpty() {
        return requests.stream().allMatch(List::isEmpty);
    }

    /** @throws IllegalArgumentException if the requests made another number of calls than there are upstreams */
    Floor floor(double cpuMsPerRequest) {
        List<List<Double>> calls = byTask(true);
        List<List<Double>> combinations = byTask(false);
        if (calls.size() != upstreams.size()) {
            throw new IllegalArgumentException(
                    "there are " + upstreams.size() + " upstreams, but the requests made " + calls.size() + " calls");
        }
        boolean fixed = upstreams.stream().allMatch(Latency.Fixed.class::isInstance);
        double beyond = beyondFixed(calls);
        return new Floor(
                calls.stream().map(UnloadedRequests::median).toList(),
                combinations.stream().map(UnloadedRequests::median).toList(),
                cpuMsPerRequest,
                IntStream.range(0, calls.size())
                        .mapToObj(i -> upstreams.get(i) instanceof Latency.Fixed
                                ? mean(calls.get(i))
                                : upstreams.get(i).meanMs() + beyond)
                        .toList(),
                combinations.stream().map(UnloadedRequests::mean).toList(),
                fixed ? ofRequests(true, Math::max) : Quantiles.slowestMs(upstreams, 0.5) + beyond,
                fixed ? ofRequests(true, Double::sum) : medianOfSums() + beyond * upstreams.size(),
                ofRequests(false, Math::max));
    }

    /** By how much a call of fixed latency takes longer than that, on average. */
    private double beyondFixed(List<List<Double>> calls) {
        return IntStream.range(0, calls.size())
                .filter(i -> upstreams.get(i) instanceof Latency.Fixed)
                .mapToDouble(i -> Math.max(0, median(calls.get(i)) - upstreams.get(i).meanMs()))
                .average()
                .orElse(0);
    }

    /** A sum of random times has no closed form; so many draws tell its median to within half a percent. */
    private double medianOfSums() {
        Random random = new Random(1);
        return median(Stream.generate(() -> upstreams.stream().mapToDouble(each -> each.drawMs(random)).sum())
                .limit(DRAWS)
                .toList());
    }

    private double ofRequests(boolean call, DoubleBinaryOperator reduce) {
        ToDoubleFunction<List<Task>> reduced = tasks -> tasks.stream()
                .filter(task -> task.call() == call)
                .mapToDouble(Task::ms)
                .reduce(0, reduce);
        return median(requests.stream().map(tasks -> reduced.applyAsDouble(tasks)).toList());
    }

    private List<List<Double>> byTask(boolean call) {
        return List.copyOf(requests.stream()
                .flatMap(List::stream)
                .filter(task -> task.call() == call)
                .collect(groupingBy(Task::name, LinkedHashMap::new, mapping(Task::ms, toList())))
                .values());
    }

    static double median(List<Double> values) {
        return values.isEmpty() ? 0 : values.stream().sorted().toList().get(values.size() / 2);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
