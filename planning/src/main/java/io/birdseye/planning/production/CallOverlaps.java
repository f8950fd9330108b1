package io.birdseye.planning.production;

import io.birdseye.planning.production.ObservedRequest.ObservedCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Which calls of a request run side by side and which in turn, over many requests. Calls go by their index.
 *
 * @param before whether the first call is over when the second begins, nearly always
 * @param together whether they overlap in most requests
 */
record CallOverlaps(List<List<Boolean>> before, List<List<Boolean>> together) {

    private static final double MOST = 0.5;

    /** From this share of requests on, an order is taken to be the rule; the others may be late callbacks. */
    private static final double NEARLY_ALWAYS = 0.9;

    /** @param requests of each the same calls, empty where it did not make one */
    static CallOverlaps of(List<List<Optional<ObservedCall>>> requests) {
        int calls = requests.getFirst().size();
        List<List<Boolean>> before = new ArrayList<>();
        List<List<Boolean>> together = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            List<Boolean> beforeOthers = new ArrayList<>();
            List<Boolean> withOthers = new ArrayList<>();
            for (int j = 0; j < calls; j++) {
                int both = 0;
                int earlier = 0;
                int overlapping = 0;
                for (List<Optional<ObservedCall>> request : requests) {
                    Optional<ObservedCall> one = request.get(i);
                    Optional<ObservedCall> other = request.get(j);
                    if (i != j && one.isPresent() && other.isPresent()) {
                        both++;
                        earlier += one.get().endNanos() <= other.get().startNanos() ? 1 : 0;
                        overlapping += one.get().overlaps(other.get()) ? 1 : 0;
                    }
                }
                beforeOthers.add(both > 0 && earlier >= NEARLY_ALWAYS * both);
                withOthers.add(overlapping > MOST * both);
            }
            before.add(beforeOthers);
            together.add(withOthers);
        }
        return new CallOverlaps(before, together);
    }

    boolean together(int one, int other) {
        return together.get(one).get(other);
    }

    private boolean before(int one, int other) {
        return before.get(one).get(other);
    }

    /** Groups of calls that belong together, directly or through others; in the order of their first calls. */
    List<List<Integer>> groups(BiPredicate<Integer, Integer> belongTogether) {
        int[] of = IntStream.range(0, before.size()).toArray();
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
            groups.computeIfAbsent(of[i], key -> new ArrayList<>()).add(i);
        }
        return List.copyOf(groups.values());
    }

    /** The members that are over before this one, with no other member in between. */
    List<Integer> before(List<Integer> members, int call) {
        return members.stream()
                .filter(one -> before(one, call)
                        && members.stream().noneMatch(between -> before(one, between) && before(between, call)))
                .toList();
    }

    /** The groups that are over before this one, with no other group in between. */
    List<Integer> groupsBefore(List<List<Integer>> groups, int group) {
        List<Integer> later = groups.get(group);
        return IntStream.range(0, groups.size())
                .filter(one -> allBefore(groups.get(one), later)
                        && groups.stream().noneMatch(between ->
                                allBefore(groups.get(one), between) && allBefore(between, later)))
                .boxed()
                .toList();
    }

    private boolean allBefore(List<Integer> one, List<Integer> other) {
        return one.stream().allMatch(i -> other.stream().allMatch(j -> before(i, j)));
    }
}
