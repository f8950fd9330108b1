package io.birdseye.strategy.reactor;

import java.util.List;
import java.util.stream.Stream;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/** What {@link Mono#zipDelayError} leaves to its users: the types, and one failure instead of many. */
final class Monos {

    private Monos() {}

    /**
     * All values in order, or the first failure once all have ended. A plain {@code zip} would cancel the others, and
     * Reactor logs what a cancelled source still fails with as "dropped"; here the fan-out ends the others by itself,
     * with the same failure.
     */
    static <T> Mono<List<T>> zip(List<Mono<T>> monos, Class<T> type) {
        return Mono.zipDelayError(
                        monos,
                        values -> Stream.of(values).map(type::cast).toList())
                .onErrorMap(Exceptions::isMultiple, several -> several.getSuppressed()[0]);
    }
}
