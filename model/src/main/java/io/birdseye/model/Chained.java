package io.birdseye.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A call with how it is made, and the one that the same task makes when it has answered; of files, plans and simulations. */
public interface Chained<C extends Chained<C>> {

    CallPolicy policy();

    /** Null for the last of its chain. */
    @Nullable C then();

    /** This call and those that follow it, in turn. */
    @SuppressWarnings("unchecked") // every call is followed by calls of its own type
    default List<C> chain() {
        return Stream.iterate((C) this, Objects::nonNull, Chained::then).toList();
    }

    /**
     * The pools of a request's calls, and the mean time in ms for which it holds places of each.
     *
     * @param ms how long one call holds its place, where it is made
     */
    static <C extends Chained<C>> Map<CallPolicy.Pool, Double> poolMs(Stream<C> firsts, ToDoubleFunction<C> ms) {
        Map<CallPolicy.Pool, Double> pools = new LinkedHashMap<>();
        firsts.forEach(first -> {
            double made = 1;
            for (C call : first.chain()) {
                made *= call.policy().probability();
                CallPolicy.Pool pool = call.policy().pool();
                if (pool != null) {
                    pools.merge(pool, made * ms.applyAsDouble(call), Double::sum);
                }
            }
        });
        return pools;
    }
}
