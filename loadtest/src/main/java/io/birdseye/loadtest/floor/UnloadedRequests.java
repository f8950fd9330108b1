package io.birdseye.loadtest.floor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.birdseye.report.result.Floor;
import io.birdseye.scenario.Scenario.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The task times of requests that were alone, and the {@link Floor} that follows from them. Calls to upstreams of fixed
 * latency and combinations are taken as measured. A random latency is taken from its configured distribution, of which
 * some ten requests are too small a sample; to it comes what the calls of fixed latency took beyond theirs, if there
 * are any. Where there are none the floor leaves that out, about a millisecond, and stays a lower bound.
 */
final class UnloadedRequests {

    private static final Pattern ENTRY = Pattern.compile("([\\w-]+)-(io|cpu);dur=([\\d.]+)");

    private final CallTimes upstreams;
    private final List<List<Task>> requests = new ArrayList<>();

    private record Task(String name, boolean call, double ms) {}

    UnloadedRequests(CallTimes upstreams) {
        this.upstreams = upstreams;
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

    /** @throws IllegalArgumentException if no request made one of the calls that all requests have to make */
    Floor floor(double cpuMsPerRequest) {
        List<Call> chains = upstreams.chains();
        List<List<Double>> calls = chains.stream().map(this::ofChain).toList();
        List<List<Double>> combinations = byTask(false);
        if (calls.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("the requests made not all of the calls "
                    + chains.stream().map(Call::name).collect(joining(", ")));
        }
        boolean fixed = upstreams.areFixed();
        double beyond = beyondFixed(calls);
        return new Floor(
                calls.stream().map(UnloadedRequests::median).toList(),
                combinations.stream().map(UnloadedRequests::median).toList(),
                cpuMsPerRequest,
                IntStream.range(0, calls.size())
                        .mapToObj(i -> CallTimes.isFixed(chains.get(i)) ? mean(calls.get(i)) : chains.get(i).meanMs() + beyond)
                        .toList(),
                combinations.stream().map(UnloadedRequests::mean).toList(),
                fixed ? ofRequests(calls, Math::max) : upstreams.slowestMs() + beyond,
                fixed ? ofRequests(calls, Double::sum) : upstreams.inTurnMs() + beyond * chains.size(),
                ofRequests(combinations, Math::max));
    }

    /** By how much a call of fixed latency takes longer than that, on average. */
    private double beyondFixed(List<List<Double>> calls) {
        return IntStream.range(0, calls.size())
                .filter(i -> CallTimes.isFixed(upstreams.chains().get(i)))
                .mapToDouble(i -> Math.max(0, median(calls.get(i)) - upstreams.chains().get(i).meanMs()))
                .average()
                .orElse(0);
    }

    /** The time of a chain in each request that made any call of it; of one that no request has to make, perhaps in none. */
    private List<Double> ofChain(Call chain) {
        Set<String> links = chain.chain().stream().map(Call::name).collect(toSet());
        List<Double> times = requests.stream()
                .map(tasks -> tasks.stream().filter(task -> task.call() && links.contains(task.name())).toList())
                .filter(tasks -> !tasks.isEmpty())
                .map(tasks -> tasks.stream().mapToDouble(Task::ms).sum())
                .toList();
        return times.isEmpty() && chain.policy().probability() < 1 ? List.of(0.0) : times;
    }

    /** Of tasks that all requests ran. */
    private static double ofRequests(List<List<Double>> tasks, DoubleBinaryOperator reduce) {
        int requests = tasks.stream().mapToInt(List::size).min().orElse(0);
        return median(IntStream.range(0, requests)
                .mapToObj(i -> tasks.stream().mapToDouble(times -> times.get(i)).reduce(0, reduce)).toList());
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
