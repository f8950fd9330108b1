package io.birdseye.strategy;

import static java.util.stream.Collectors.toMap;

import io.birdseye.model.Budget;
import java.util.Map;
import java.util.stream.Stream;

/** Reads {@link StrategyInfo#pools()}: {@code "<thread name>: <term> + <term>"}, with a remark after a comma. */
public final class DeclaredPools {

    private DeclaredPools() {}

    /** The name of each pool's threads, and how many there are at most. */
    public static Map<String, Integer> of(StrategyInfo info, Budget budget) {
        return Stream.of(info.pools())
                .map(pool -> pool.split(": ", 2))
                .collect(toMap(pool -> pool[0], pool -> size(pool[1].split(",", 2)[0], budget)));
    }

    private static int size(String sum, Budget budget) {
        return Stream.of(sum.split(" \\+ "))
                .mapToInt(term -> switch (term) {
                    case "I/O budget" -> budget.ioConcurrency();
                    case "CPU budget" -> budget.cpuConcurrency();
                    default -> Integer.parseInt(term);
                })
                .sum();
    }
}
