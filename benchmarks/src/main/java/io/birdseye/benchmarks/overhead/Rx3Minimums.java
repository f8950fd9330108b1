package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.function.Function;

/** With RxJava 3: a zip for each group, and one for the answer. */
final class Rx3Minimums {

    private Rx3Minimums() {}

    /** Calls on a pool, combinations on another: what a budget for each of them takes at the least. */
    static final class Blocking extends Pooled {
        private final Scheduler io = Schedulers.from(calls);
        private final Scheduler cpu = Schedulers.from(combinations);

        @Override
        public Overview run(FanOut work) {
            return overview(work, call -> Single.fromCallable(call::fetch).subscribeOn(io), cpu);
        }
    }

    /** A non-blocking client, and a pool that combines. */
    static final class NonBlocking extends Pooled {
        private final Scheduler cpu = Schedulers.from(combinations);

        @Override
        public Overview run(FanOut work) {
            return overview(work, NonBlocking::fetch, cpu);
        }

        private static Single<Body> fetch(FanOut.Call call) {
            return Single.create(emitter -> {
                var _ = call.fetchAsync().whenComplete((body, failure) -> {
                    if (failure == null) {
                        emitter.onSuccess(body);
                    } else {
                        emitter.onError(failure);
                    }
                });
            });
        }
    }

    private static Overview overview(
            FanOut work, Function<FanOut.Call, Single<Body>> fetch, Scheduler cpu) {
        List<Single<Part>> parts = Pooled.each(work.groups(), group -> {
            Single<List<Body>> bodies = Single.zip(Pooled.each(group.calls(), fetch), Pooled::<Body>list);
            return bodies.observeOn(cpu).map(group::combine);
        });
        return Single.zip(parts, all -> work.join(Pooled.list(all))).blockingGet();
    }
}
