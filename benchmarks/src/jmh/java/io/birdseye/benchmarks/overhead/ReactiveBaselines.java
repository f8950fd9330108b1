package io.birdseye.benchmarks.overhead;

import static io.birdseye.benchmarks.overhead.JdkBaselines.each;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Part;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.smallrye.mutiny.Uni;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A zip for each group and one for the answer; a pool combines, and one runs the calls where they hold a thread. */
final class ReactiveBaselines {

    private ReactiveBaselines() {}

    static Baseline rx2(boolean blocking) {
        return Baseline.pooled((calls, combinations) -> {
            var onCalls = io.reactivex.schedulers.Schedulers.from(calls);
            var onCombinations = io.reactivex.schedulers.Schedulers.from(combinations);
            Function<FanOut.Call, io.reactivex.Single<Body>> fetch = blocking
                    ? call -> io.reactivex.Single.fromCallable(call::fetch).subscribeOn(onCalls)
                    : ReactiveBaselines::single;
            return work -> {
                List<io.reactivex.Single<Part>> parts = each(work.groups(), group -> io.reactivex.Single.zip(
                                each(group.calls(), fetch), ReactiveBaselines::<Body>list)
                        .observeOn(onCombinations)
                        .map(group::combine));
                return io.reactivex.Single.zip(parts, all -> work.join(list(all))).blockingGet();
            };
        });
    }

    /** RxJava 2 takes no completion stage. */
    private static io.reactivex.Single<Body> single(FanOut.Call call) {
        return io.reactivex.Single.create(emitter -> {
            var _ = call.fetchAsync().whenComplete((body, failure) -> {
                if (failure == null) {
                    emitter.onSuccess(body);
                } else {
                    emitter.onError(failure);
                }
            });
        });
    }

    static Baseline rx3(boolean blocking) {
        return Baseline.pooled((calls, combinations) -> {
            Scheduler onCalls = Schedulers.from(calls);
            Scheduler onCombinations = Schedulers.from(combinations);
            Function<FanOut.Call, Single<Body>> fetch = blocking
                    ? call -> Single.fromCallable(call::fetch).subscribeOn(onCalls)
                    : call -> Single.fromCompletionStage(call.fetchAsync());
            return work -> {
                List<Single<Part>> parts = each(
                        work.groups(),
                        group -> Single.zip(each(group.calls(), fetch), ReactiveBaselines::<Body>list)
                                .observeOn(onCombinations)
                                .map(group::combine));
                return Single.zip(parts, all -> work.join(list(all))).blockingGet();
            };
        });
    }

    static Baseline reactor(boolean blocking) {
        return Baseline.pooled((calls, combinations) -> {
            var onCalls = reactor.core.scheduler.Schedulers.fromExecutor(calls);
            var onCombinations = reactor.core.scheduler.Schedulers.fromExecutor(combinations);
            Function<FanOut.Call, Mono<Body>> fetch = blocking
                    ? call -> Mono.fromCallable(call::fetch).subscribeOn(onCalls)
                    : call -> Mono.fromCompletionStage(call::fetchAsync);
            return work -> {
                List<Mono<Part>> parts = each(
                        work.groups(),
                        group -> Mono.zip(each(group.calls(), fetch), ReactiveBaselines::<Body>list)
                                .publishOn(onCombinations)
                                .map(group::combine));
                return Objects.requireNonNull(Mono.zip(parts, all -> work.join(list(all))).block());
            };
        });
    }

    static Baseline mutiny() {
        return Baseline.pooled((calls, combinations) -> work -> {
            List<Uni<Part>> parts = each(work.groups(), group -> {
                List<Uni<Body>> bodies = each(group.calls(), call -> Uni.createFrom().completionStage(call::fetchAsync));
                return Uni.join().all(bodies).andFailFast().emitOn(combinations).map(group::combine);
            });
            return Uni.join().all(parts).andFailFast().map(work::join).await().indefinitely();
        });
    }

    /** A zip hands its values over as objects. */
    @SuppressWarnings("unchecked")
    private static <T> List<T> list(Object[] values) {
        return (List<T>) Arrays.asList(values);
    }
}
