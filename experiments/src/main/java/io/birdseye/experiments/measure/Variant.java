package io.birdseye.experiments.measure;

import io.birdseye.model.Effort;
import java.util.function.Function;

/** One of the things that a claim compares, such as eight tasks at once. Rules do not see how it is measured. */
public interface Variant {

    /** Unique, such as {@code tr/compute/eight}. Claims that name the same variant share its measurements. */
    String name();

    /** How it is measured: quick effort takes fewer runs or smaller sizes. */
    Experiment experiment(Effort effort);

    /** A variant whose probe and runs follow from the effort; it gives its name to the experiment. */
    static Variant of(String name, Function<Effort, Experiment> how) {
        record Named(String name, Function<Effort, Experiment> how) implements Variant {
            @Override
            public Experiment experiment(Effort effort) {
                return how.apply(effort).named(name);
            }
        }
        return new Named(name, how);
    }
}
