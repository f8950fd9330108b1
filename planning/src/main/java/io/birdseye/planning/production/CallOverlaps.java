package io.birdseye.planning.production;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Which calls of a request run in turn, over many requests. Calls go by their index. */
final class CallOverlaps {

    /** From this share of requests on, an order is taken to be the rule; the others may be late callbacks. */
    private static final double NEARLY_ALWAYS = 0.9;

    /** So many of the requests that make a call have to make the other one too, for it to be made only with that. */
    private static final double ONLY_WITH = 0.98;

    private final double[] start;
    private final double[] end;
    private final int[][] both;
    private final boolean[][] inTurn;

    /** Compares the calls two by two, by the spans of each in each request; none where it did not make them. */
    CallOverlaps(List<Span> requests, List<List<List<Span>>> calls) {
        start = new double[calls.size()];
        end = new double[calls.size()];
        both = new int[calls.size()][calls.size()];
        inTurn = new boolean[calls.size()][calls.size()];
        for (int i = 0; i < calls.size(); i++) {
            for (int j = 0; j < calls.size(); j++) {
                int earlier = 0;
                boolean several = false;
                for (int r = 0; r < requests.size(); r++) {
                    List<Span> one = calls.get(i).get(r);
                    List<Span> other = calls.get(j).get(r);
                    if (!one.isEmpty() && !other.isEmpty()) {
                        both[i][j]++;
                        several |= one.size() + other.size() > 2;
                        // Several in turn may take turns with others.
                        earlier += several && i != j ? one.stream().noneMatch(a -> other.stream().anyMatch(a::overlaps)) ? 1 : 0
                                : one.getLast().end() <= other.getFirst().start() ? 1 : 0;
                        start[i] += i == j ? one.getFirst().start() - requests.get(r).start() : 0;
                        end[i] += i == j ? one.getLast().end() - requests.get(r).start() : 0;
                    }
                }
                inTurn[i][j] = both[i][j] > 0 && earlier >= NEARLY_ALWAYS * both[i][j];
            }
            start[i] /= both[i][i];
            end[i] /= both[i][i];
        }
    }

    /** The share of the requests with the first call that make the other one too. */
    double share(int of, int other) {
        return (double) both[of][other] / both[of][of];
    }

    private boolean onlyWith(int call, int other) {
        return share(call, other) >= ONLY_WITH;
    }

    /** Whether a chain may make a call before the other: they run in turn, and the later is made only with the earlier. */
    private boolean precedes(int one, int other) {
        return one != other && (inTurn[one][other] || inTurn[other][one]) && onlyWith(other, one)
                && (!onlyWith(one, other) || beganFirst(one, other) && (one < other || !beganFirst(other, one)));
    }

    boolean beganFirst(int one, int other) {
        return start[one] <= start[other];
    }

    /** Whether a call comes after another, though a chain cannot say it: each is made without the other too. */
    boolean onlyInTurn(int one, int other) {
        return inTurn[one][other] && !onlyWith(one, other) && !onlyWith(other, one);
    }

    /** The calls of a group that may precede one in a chain, with no other call of it in between. */
    List<Integer> nearest(List<Integer> group, int call) {
        return group.stream().filter(one -> precedes(one, call)
                        && group.stream().noneMatch(between -> precedes(one, between) && precedes(between, call)))
                .toList();
    }

    /** Which call each one follows: of several after one it is the longest, and after several it follows the last to end. */
    Map<Integer, Integer> chains(List<Integer> group, ToDoubleFunction<Integer> meanMs) {
        Map<Integer, Integer> before = new HashMap<>();
        group.stream().sorted(Comparator.comparingDouble(i -> -end[i])).forEach(first -> group.stream()
                .filter(call -> !before.containsKey(call) && nearest(group, call).contains(first))
                .max(Comparator.comparingDouble(meanMs)).ifPresent(next -> before.put(next, first)));
        return before;
    }

    /** Groups of calls below one span of the service, or since one group always runs after the other, also through others. */
    List<List<Integer>> groups(IntFunction<String> span) {
        List<List<Integer>> groups = List.copyOf(IntStream.range(0, start.length).boxed()
                .collect(groupingBy(span::apply, LinkedHashMap::new, toList())).values());
        int[] of = IntStream.range(0, groups.size()).toArray();
        for (int i = 0; i < of.length; i++) {
            for (int j = 0; j < i; j++) {
                if (of[i] != of[j] && (allInTurn(groups.get(i), groups.get(j)) || allInTurn(groups.get(j), groups.get(i)))) {
                    int larger = Math.max(of[i], of[j]);
                    int smaller = Math.min(of[i], of[j]);
                    IntStream.range(0, of.length).filter(k -> of[k] == larger).forEach(k -> of[k] = smaller);
                }
            }
        }
        Map<Integer, List<Integer>> merged = new LinkedHashMap<>();
        IntStream.range(0, of.length).forEach(i -> merged.computeIfAbsent(of[i], _ -> new ArrayList<>()).addAll(groups.get(i)));
        return List.copyOf(merged.values());
    }

    private boolean allInTurn(List<Integer> one, List<Integer> other) {
        return one.stream().allMatch(i -> other.stream().allMatch(j -> inTurn[i][j]));
    }
}
