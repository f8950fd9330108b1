package io.birdseye.planning.production;

import io.birdseye.planning.production.Span.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What the calls leave of a request's time: all of it counts as work, so it is an upper bound of that. */
final class TimeBetweenCalls {

    private final double[] nanos;
    private int requests;

    TimeBetweenCalls(int groups) {
        nanos = new double[groups];
    }

    /** A time of the request in which a call or a span of a group ran. */
    record Busy(Interval time, int group) {}

    /** Adds a request: of each group's own spans what none of its calls takes, and the gaps after it. */
    void add(Interval request, List<Busy> calls, List<Busy> ownSpans) {
        requests++;
        for (int group = 0; group < nanos.length; group++) {
            List<Busy> ofCalls = of(group, calls);
            List<Busy> both = of(group, ownSpans);
            both.addAll(ofCalls);
            nanos[group] += length(both) - length(ofCalls);
        }
        List<Busy> all = new ArrayList<>(calls);
        all.addAll(ownSpans);
        addGaps(request, all);
    }

    double[] meanMs() {
        return Arrays.stream(nanos).map(sum -> sum / requests / 1e6).toArray();
    }

    private static List<Busy> of(int group, List<Busy> all) {
        return new ArrayList<>(all.stream().filter(busy -> busy.group == group).toList());
    }

    private static double length(List<Busy> times) {
        times.sort(Comparator.comparingLong(busy -> busy.time.start()));
        double length = 0;
        long end = Long.MIN_VALUE;
        for (Busy busy : times) {
            length += Math.max(0, busy.time.end() - Math.max(end, busy.time.start()));
            end = Math.max(end, busy.time.end());
        }
        return length;
    }

    /** Gives each gap to the group that ended before it, and the time before the first one to that. */
    private void addGaps(Interval request, List<Busy> times) {
        times.sort(Comparator.comparingLong(busy -> busy.time.start()));
        long until = request.start();
        int last = times.isEmpty() ? 0 : times.getFirst().group;
        for (Busy busy : times) {
            nanos[last] += Math.max(0, busy.time.start() - until);
            if (busy.time.end() >= until) {
                until = busy.time.end();
                last = busy.group;
            }
        }
        nanos[last] += Math.max(0, request.end() - until);
    }
}
