package io.birdseye.planning.production;

import io.birdseye.planning.production.ObservedRequest.ObservedCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What the calls leave of a request's time. Nobody knows what runs between them, so all of it counts as work: an upper
 * bound of what a request computes while no call runs.
 */
final class TimeBetweenCalls {

    private TimeBetweenCalls() {}

    /**
     * The mean time for each group, in ms: of its own span what none of its calls takes, and the gaps after it.
     *
     * @param calls of each request, with the index of their group
     * @param spans the name of each group's own span, or empty if it has none
     * @param depth how many spans lie around those of the groups
     */
    static double[] meanMs(
            List<ObservedRequest> requests, List<Map<ObservedCall, Integer>> calls, List<String> spans, int depth) {
        double[] nanos = new double[spans.size()];
        for (int r = 0; r < requests.size(); r++) {
            ObservedRequest request = requests.get(r);
            List<Busy> all = new ArrayList<>();
            calls.get(r).forEach((call, group) -> all.add(Busy.within(request, call.startNanos(), call.endNanos(), group)));
            for (int g = 0; g < spans.size(); g++) {
                int group = g;
                String name = spans.get(g);
                List<Busy> ofCalls = all.stream().filter(busy -> busy.group == group).toList();
                List<Busy> own = request.ownWork().stream()
                        .filter(work -> !name.isEmpty() && work.path().size() == depth + 1
                                && work.path().getLast().equals(name))
                        .map(work -> Busy.within(request, work.startNanos(), work.endNanos(), group))
                        .toList();
                List<Busy> both = new ArrayList<>(own);
                both.addAll(ofCalls);
                nanos[g] += length(both) - length(ofCalls);
                all.addAll(own);
            }
            idle(request, all, nanos);
        }
        return Arrays.stream(nanos).map(sum -> sum / requests.size() / 1e6).toArray();
    }

    /** A time in which a call or a span of a group ran. */
    private record Busy(long start, long end, int group) {

        static Busy within(ObservedRequest request, long start, long end, int group) {
            long from = Math.clamp(start, request.startNanos(), request.endNanos());
            return new Busy(from, Math.clamp(end, from, Math.max(from, request.endNanos())), group);
        }
    }

    private static double length(List<Busy> times) {
        double length = 0;
        long end = Long.MIN_VALUE;
        for (Busy busy : times.stream().sorted(Comparator.comparingLong(Busy::start)).toList()) {
            length += Math.max(0, busy.end - Math.max(end, busy.start));
            end = Math.max(end, busy.end);
        }
        return length;
    }

    /** Gives each gap to the group that ended before it, and the time before the first one to that. */
    private static void idle(ObservedRequest request, List<Busy> times, double[] nanos) {
        long until = request.startNanos();
        int last = times.stream().min(Comparator.comparingLong(Busy::start)).map(Busy::group).orElse(0);
        for (Busy busy : times.stream().sorted(Comparator.comparingLong(Busy::start)).toList()) {
            nanos[last] += Math.max(0, busy.start - until);
            if (busy.end >= until) {
                until = busy.end;
                last = busy.group;
            }
        }
        nanos[last] += Math.max(0, request.endNanos() - until);
    }
}
