package io.birdseye.report.capacity;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rows that the same resource bounds at nearly the same rate, so that one sentence tells of all of them.
 *
 * @param lowest of their bounds, at most {@link #TOLERANCE} below the highest
 */
public record SimilarBounds<T>(List<T> rows, Bound lowest, Bound highest) {

    /** Of the lower bound. Less is no difference that matters: a comparison calls as much as good as the best. */
    public static final double TOLERANCE = 0.05;

    public SimilarBounds {
        rows = List.copyOf(rows);
    }

    /** Every row in exactly one group; the groups with the lowest bounds come first. */
    public static <T> List<SimilarBounds<T>> among(List<T> rows, Function<T, Bound> bound) {
        Map<Resource, List<T>> byResource = rows.stream()
                .collect(Collectors.groupingBy(row -> bound.apply(row).resource(), TreeMap::new, Collectors.toList()));
        List<SimilarBounds<T>> groups = new ArrayList<>();
        byResource.values().forEach(alike -> {
            List<T> sorted = alike.stream()
                    .sorted(Comparator.comparingDouble(row -> bound.apply(row).perSecond())).toList();
            int from = 0;
            for (int to = 1; to <= sorted.size(); to++) {
                double least = bound.apply(sorted.get(from)).perSecond();
                if (to == sorted.size() || bound.apply(sorted.get(to)).perSecond() > (1 + TOLERANCE) * least) {
                    groups.add(new SimilarBounds<>(
                            sorted.subList(from, to), bound.apply(sorted.get(from)), bound.apply(sorted.get(to - 1))));
                    from = to;
                }
            }
        });
        groups.sort(Comparator.comparingDouble(group -> group.lowest().perSecond()));
        return groups;
    }

    /** Both ends, and what the lower one follows from: {@code 17.6/s to 18.4/s (I/O pool of 15, …)}. */
    public String range() {
        String low = Format.rate(lowest.perSecond());
        String high = Format.rate(highest.perSecond());
        return low.equals(high)
                ? low + " (" + lowest.reason() + ")" : low + " to " + high + " (the lowest: " + lowest.reason() + ")";
    }
}
