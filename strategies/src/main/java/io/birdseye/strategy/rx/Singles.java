package io.birdseye.strategy.rx;

import io.birdseye.fanout.TaskError;
import io.reactivex.Notification;
import io.reactivex.Single;
import io.reactivex.exceptions.Exceptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Adds to {@link Single} what it lacks. */
final class Singles {

    private Singles() {}

    /**
     * All values in order, or the first failure once all have ended. A plain {@code zip} disposes the others when one
     * fails, and their later failures go to the error handler of the whole JVM. The fan-out ends the others anyway,
     * with the same failure.
     */
    static <T> Single<List<T>> zip(Stream<Single<T>> singles, Class<T> type) {
        return Single.zip(singles.map(Single::materialize).toList(), outcomes -> values(outcomes, type));
    }

    private static <T> List<T> values(Object[] outcomes, Class<T> type) {
        List<T> values = new ArrayList<>(outcomes.length);
        for (Object outcome : outcomes) {
            Notification<?> notification = (Notification<?>) outcome;
            Throwable failure = notification.getError();
            if (failure instanceof Error error) {
                // The library would throw it on as fatal, and the request would never end.
                throw TaskError.of("fetch", error);
            }
            if (failure != null) {
                throw Exceptions.propagate(failure);
            }
            values.add(type.cast(notification.getValue()));
        }
        return values;
    }

    /** Calls the supplier at subscription, and completes as its stage does. */
    static <T> Single<T> following(Supplier<? extends CompletionStage<T>> start) {
        return Single.create(emitter -> {
            var ignored = start.get().whenComplete((value, failure) -> {
                if (failure == null) {
                    emitter.onSuccess(value);
                } else {
                    emitter.onError(failure);
                }
            });
        });
    }
}
