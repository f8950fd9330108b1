package io.birdseye.strategy.reactor;

import java.util.List;
import java.util.stream.Stream;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/** Adds to {@link Mono#zipDelayError} what it lacks: the types of the values, and one failure instead of several. */
final class Monos {

    private Monos() {}

    /**
     * All values in order, or the first failure once all have ended. A plain {@code zip} would cancel the others, and
     * Reactor logs the failure of a cancelled source as "dropped". The fan-out ends the others anyway, with the same
     * failure.
     */
    static <T> Mono<List<T>> zip(Stream<Mono<T>> monos, Class<T> type) {
        return Mono.zipDelayError(monos.toList(), values -> Stream.of(values).map(type::cast).toList())
                .onErrorMap(Exceptions::isMultiple, several -> several.getSuppressed()[0]);
    }
}
