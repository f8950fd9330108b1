package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** With Reactor and Mutiny: a zip for each group, and one for the answer. */
final class ReactiveMinimums {

    private ReactiveMinimums() {}

    static final class Reactor extends Pooled {
        private final Scheduler io = Schedulers.fromExecutor(calls);
        private final Scheduler cpu = Schedulers.fromExecutor(combinations);

        @Override
        public Overview run(FanOut work) {
            return overview(work, call -> Mono.fromCallable(call::fetch).subscribeOn(io), cpu);
        }
    }

    static final class ReactorAsync extends Pooled {
        private final Scheduler cpu = Schedulers.fromExecutor(combinations);

        @Override
        public Overview run(FanOut work) {
            return overview(work, call -> Mono.fromCompletionStage(call::fetchAsync), cpu);
        }
    }

    private static Overview overview(FanOut work, Function<FanOut.Call, Mono<Body>> fetch, Scheduler cpu) {
        List<Mono<Part>> parts = Pooled.each(work.groups(), group -> {
            Mono<List<Body>> bodies = Mono.zip(Pooled.each(group.calls(), fetch), Pooled::<Body>list);
            return bodies.publishOn(cpu).map(group::combine);
        });
        Mono<Overview> overview = Mono.zip(parts, all -> work.join(Pooled.list(all)));
        return Objects.requireNonNull(overview.block());
    }

    static final class Mutiny extends Pooled {
        @Override
        public Overview run(FanOut work) {
            List<Uni<Part>> parts = each(work.groups(), group -> {
                List<Uni<Body>> bodies = each(group.calls(), call -> Uni.createFrom().completionStage(call::fetchAsync));
                return Uni.join().all(bodies).andFailFast().emitOn(combinations).map(group::combine);
            });
            return Uni.join().all(parts).andFailFast().map(work::join).await().indefinitely();
        }
    }
}
