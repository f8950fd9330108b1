package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import java.util.concurrent.StructuredTaskScope;
import java.util.stream.Stream;

/** A scope for the groups and one for the calls of each: a preview of JDK 25 (JEP 505). */
final class StructuredMinimum implements Minimum {

    @Override
    public Overview run(FanOut work) throws Exception {
        return work.join(all(work.groups().stream()
                .map(group -> () -> group.combine(all(group.calls().stream().map(call -> call::fetch))))));
    }

    private static <T> List<T> all(Stream<Callable<T>> tasks) throws InterruptedException {
        try (var scope = StructuredTaskScope.open(Joiner.<T>allSuccessfulOrThrow())) {
            tasks.forEach(scope::fork);
            return scope.join().map(Subtask::get).toList();
        }
    }

    @Override
    public void close() {}
}
