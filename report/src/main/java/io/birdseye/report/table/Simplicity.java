package io.birdseye.report.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Strategies in the order in which they are taken where nothing measured speaks against them. It is an opinion, so results do not hold
 * it: whoever draws them says it.
 *
 * @param why each stands at its place, as the end of a sentence, by name; the simplest first
 */
public record Simplicity(Map<String, String> why) {

    /** Of rows that have no such order, such as variants of a service of the user's own. */
    public static final Simplicity NONE = new Simplicity(Map.of());

    public Simplicity {
        why = Collections.unmodifiableMap(new LinkedHashMap<>(why));
    }

    public boolean isKnown() {
        return !why.isEmpty();
    }

    /** The simplest first; strategies that it does not know come last. */
    Comparator<String> order() {
        List<String> names = List.copyOf(why.keySet());
        return Comparator.comparingInt(name -> names.contains(name) ? names.indexOf(name) : names.size());
    }

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
}
