package io.birdseye.strategy.rx;

import io.reactivex.Notification;
import io.reactivex.Single;
import io.reactivex.exceptions.Exceptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What {@link Single} leaves to its users. */
final class Singles {

    private Singles() {}

    /**
     * All values in order, or the first failure once all have ended. A plain {@code zip} disposes the others when one
     * fails, and a failure that comes all the same goes to the error handler of the whole JVM; here the fan-out ends
     * the others by itself, with the same failure.
     */
    static <T> Single<List<T>> zip(List<Single<T>> singles, Class<T> type) {
        return Single.zip(singles.stream().map(Single::materialize).toList(), outcomes -> values(outcomes, type));
    }

    private static <T> List<T> values(Object[] outcomes, Class<T> type) {
        List<T> values = new ArrayList<>(outcomes.length);
        for (Object outcome : outcomes) {
            Notification<?> notification = (Notification<?>) outcome;
            Throwable failure = notification.getError();
            if (failure != null) {
                throw Exceptions.propagate(failure);
            }
            values.add(type.cast(notification.getValue()));
        }
        return values;
    }

    /** Follows what the supplier starts when someone subscribes. */
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
