package io.birdseye.report.table;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
