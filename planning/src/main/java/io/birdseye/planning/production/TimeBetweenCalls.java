package io.birdseye.planning.production;

import io.birdseye.planning.production.Span.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the calls leave of a request's time: all of it counts as work, so it is an upper bound of that. Requests in which
 * it is several times the usual waited for something that has no span, so they are left out.
 */
final class TimeBetweenCalls {

    private static final double UNSEEN_WAIT = 3;

    /** A time of the request in which a call, a wait or a span of a group ran. */
    record Busy(Interval time, int group) {}

    private final int groups;
    private final Map<Integer, List<double[]>> requests = new HashMap<>();

    TimeBetweenCalls(int groups) {
        this.groups = groups;
    }

    /** Adds a request: of each group's own spans what none of its calls takes, and the gaps after it. */
    void add(Interval request, List<Busy> calls, List<Busy> ownSpans) {
        double[] nanos = new double[groups];
        List<Busy> all = new ArrayList<>(calls);
        all.addAll(ownSpans);
        for (int g = 0; g < groups; g++) {
            int group = g;
            nanos[g] += length(all.stream().filter(busy -> busy.group == group).toList())
                    - length(calls.stream().filter(busy -> busy.group == group).toList());
        }
        // Each gap goes to the group that ended before it, and the time before the first one to that.
        List<Busy> times = inOrder(all);
        long until = request.start();
        int last = times.isEmpty() ? 0 : times.getFirst().group;
        for (Busy busy : times) {
            nanos[last] += Math.max(0, busy.time.start() - until);
            last = busy.time.end() >= until ? busy.group : last;
            until = Math.max(until, busy.time.end());
        }
        nanos[last] += Math.max(0, request.end() - until);
        requests.computeIfAbsent(calls.size(), _ -> new ArrayList<>()).add(nanos);
    }

    /** Requests without those that waited for something unseen, by what others with as many calls take. */
    private List<double[]> plain() {
        return requests.values().stream().flatMap(alike -> {
                    double[] sums = alike.stream().mapToDouble(nanos -> Arrays.stream(nanos).sum()).sorted().toArray();
                    double most = UNSEEN_WAIT * sums[(sums.length - 1) / 2] + 1e6;
                    return alike.stream().filter(nanos -> Arrays.stream(nanos).sum() <= most);
                }).toList();
    }

    int leftOut() {
        return requests.values().stream().mapToInt(List::size).sum() - plain().size();
    }

    double[] meanMs() {
        List<double[]> plain = plain();
        return IntStream.range(0, groups)
                .mapToDouble(group -> plain.stream().mapToDouble(nanos -> nanos[group]).average().orElse(0) / 1e6)
                .toArray();
    }

    private static List<Busy> inOrder(List<Busy> times) {
        return times.stream().sorted(Comparator.comparingLong(busy -> busy.time.start())).toList();
    }

    private static double length(List<Busy> times) {
        double length = 0;
        long end = Long.MIN_VALUE;
        for (Busy busy : inOrder(times)) {
            length += Math.max(0, busy.time.end() - Math.max(end, busy.time.start()));
            end = Math.max(end, busy.time.end());
        }
        return length;
    }
}
