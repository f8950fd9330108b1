package io.birdseye.planning.production;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the calls leave of a request's time: all of it counts as work, so it is an upper bound of that. Requests in which
 * it is several times the usual waited for something that has no span, so they are left out.
 */
final class TimeBetweenCalls {

    private static final double UNSEEN_WAIT = 3;

    /** A time of the request in which a call, a wait or a span of a group ran. */
    record Busy(long start, long end, int group) {

        Busy(Span span, Span request, int group) {
            this(Math.clamp(span.start(), request.start(), request.end()), Math.clamp(span.end(), request.start(), request.end()), group);
        }
    }

    private final int groups;
    private final Map<Integer, List<double[]>> requests = new HashMap<>();

    TimeBetweenCalls(int groups) {
        this.groups = groups;
    }

    /** Adds a request: of each group's own spans what none of its calls takes, and the gaps after it. */
    void add(Span request, List<Busy> calls, List<Busy> ownSpans) {
        List<Busy> all = Stream.concat(calls.stream(), ownSpans.stream()).sorted(Comparator.comparingLong(Busy::start)).toList();
        double[] nanos = IntStream.range(0, groups).mapToDouble(group -> length(all, group) - length(calls, group)).toArray();
        // Each gap goes to the group that ended before it, and the time before the first one to that.
        long until = request.start();
        int last = all.isEmpty() ? 0 : all.getFirst().group;
        for (Busy busy : all) {
            nanos[last] += Math.max(0, busy.start - until);
            last = busy.end >= until ? busy.group : last;
            until = Math.max(until, busy.end);
        }
        nanos[last] += request.end() - until;
        requests.computeIfAbsent(calls.size(), _ -> new ArrayList<>()).add(nanos);
    }

    private static double length(List<Busy> times, int group) {
        double length = 0;
        long end = Long.MIN_VALUE;
        for (Busy busy : times.stream().filter(one -> one.group == group).sorted(Comparator.comparingLong(Busy::start)).toList()) {
            length += Math.max(0, busy.end - Math.max(end, busy.start));
            end = Math.max(end, busy.end);
        }
        return length;
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

    double meanMs(int group) {
        return plain().stream().mapToDouble(nanos -> nanos[group]).average().orElse(0) / 1e6;
    }
}
