package io.birdseye.loadtest.campaign;

import java.util.List;
import java.util.Optional;

/**
 * A limit of the system that a comparison and all that it starts live within.
 *
 * @param prefix sets the limit and becomes the command
 * @param what for the table, such as {@code 64 descriptors}
 */
record LimitFault(List<String> prefix, String what) implements InjectedFault {

    LimitFault {
        prefix = List.copyOf(prefix);
    }

    @Override
    public Optional<String> strike(ComparisonProcess comparison) {
        return Optional.of(what);
    }
}
