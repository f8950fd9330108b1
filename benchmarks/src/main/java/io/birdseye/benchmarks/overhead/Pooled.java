package io.birdseye.benchmarks.overhead;

import io.birdseye.strategy.Pools;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;

/** A minimum over two pools. */
abstract class Pooled implements Minimum {

    final ExecutorService calls = Pools.fixed("min-io", IO_THREADS);
    final ExecutorService combinations = Pools.fixed("min-cpu", CPU_THREADS);

    @Override
    public void close() {
        Pools.stop(calls);
        Pools.stop(combinations);
    }

    static <A, B> List<B> each(List<A> all, Function<A, B> function) {
        List<B> results = new ArrayList<>(all.size());
        for (A one : all) {
            results.add(function.apply(one));
        }
        return results;
    }

    /** A zip hands its values over as objects. */
    @SuppressWarnings("unchecked")
    static <T> List<T> list(Object[] values) {
        List<T> list = new ArrayList<>(values.length);
        for (Object value : values) {
            list.add((T) value);
        }
        return list;
    }
}
