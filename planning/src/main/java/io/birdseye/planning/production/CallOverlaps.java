package io.birdseye.planning.production;

import io.birdseye.planning.production.Span.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which calls of a request run side by side and which in turn, over many requests. Calls go by their index. */
final class CallOverlaps {

    private static final double MAJORITY = 0.5;

    /** From this share of requests on, an order is taken to be the rule; the others may be late callbacks. */
    private static final double NEARLY_ALWAYS = 0.9;

    private final boolean[][] before;
    private final boolean[][] together;

    /** Compares the calls two by two, by the times of each request, null for a call that it did not make. */
    CallOverlaps(List<@Nullable Interval[]> requests, int calls) {
        before = new boolean[calls][calls];
        together = new boolean[calls][calls];
        for (int i = 0; i < calls; i++) {
            for (int j = 0; j < calls; j++) {
                int both = 0;
                int earlier = 0;
                int overlapping = 0;
                for (@Nullable Interval[] request : requests) {
                    Interval one = request[i];
                    Interval other = request[j];
                    if (i != j && one != null && other != null) {
                        both++;
                        earlier += one.end() <= other.start() ? 1 : 0;
                        overlapping += one.overlaps(other) ? 1 : 0;
                    }
                }
                before[i][j] = both > 0 && earlier >= NEARLY_ALWAYS * both;
                together[i][j] = overlapping > MAJORITY * both;
            }
        }
    }

    boolean together(int one, int other) {
        return together[one][other];
    }

    /** Groups of calls that belong together, directly or through others; in the order of their first calls. */
    List<List<Integer>> groups(BiPredicate<Integer, Integer> belongTogether) {
        int[] of = IntStream.range(0, before.length).toArray();
        for (int i = 0; i < of.length; i++) {
            for (int j = 0; j < i; j++) {
                if (of[i] != of[j] && belongTogether.test(i, j)) {
                    int larger = Math.max(of[i], of[j]);
                    int smaller = Math.min(of[i], of[j]);
                    for (int k = 0; k < of.length; k++) {
                        of[k] = of[k] == larger ? smaller : of[k];
                    }
                }
            }
        }
        Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < of.length; i++) {
            groups.computeIfAbsent(of[i], _ -> new ArrayList<>()).add(i);
        }
        return List.copyOf(groups.values());
    }

    /** The calls of a group that are over before this one, with no other call of it in between. */
    List<Integer> before(List<Integer> group, int call) {
        return nearest(group.stream().map(List::of).toList(), List.of(call)).stream().map(group::get).toList();
    }

    /** The groups, by their index, that are over before this one, with no other group in between. */
    List<Integer> nearest(List<List<Integer>> groups, List<Integer> later) {
        return IntStream.range(0, groups.size())
                .filter(one -> allBefore(groups.get(one), later)
                        && groups.stream().noneMatch(between ->
                                allBefore(groups.get(one), between) && allBefore(between, later)))
                .boxed()
                .toList();
    }

    private boolean allBefore(List<Integer> one, List<Integer> other) {
        return one.stream().allMatch(i -> other.stream().allMatch(j -> before[i][j]));
    }
}
