package io.birdseye.strategy.rx3;

import io.birdseye.fanout.TaskError;
import io.reactivex.rxjava3.core.Notification;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.exceptions.Exceptions;
import java.util.ArrayList;
import java.util.List;
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
}
