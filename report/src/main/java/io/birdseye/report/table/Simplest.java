package io.birdseye.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rule of every recommendation: the first candidate against which nothing speaks.
 *
 * @param taken null if something speaks against each
 * @param passedOver those before it
 */
public record Simplest<T>(@Nullable T taken, List<T> passedOver) {

    public Simplest {
        passedOver = List.copyOf(passedOver);
    }

    /** Looks at candidates in their order, the simplest first, and at none behind the one that it takes: a look may cost a simulation. */
    public static <T> Simplest<T> of(List<T> simplestFirst, Predicate<T> fine) {
        List<T> passedOver = new ArrayList<>();
        for (T candidate : simplestFirst) {
            if (fine.test(candidate)) {
                return new Simplest<>(candidate, passedOver);
            }
            passedOver.add(candidate);
        }
        return new Simplest<>(null, passedOver);
    }
}
