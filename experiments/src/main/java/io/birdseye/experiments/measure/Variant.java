package io.birdseye.experiments.measure;

import java.util.function.BiFunction;

/**
 * One of the things that a claim compares, such as eight tasks at once beside one alone. Rules name variants and do not
 * see how they are measured.
 */
public interface Variant {

    /** Unique, such as {@code tr/compute/eight}. Claims that name the same variant share its measurements. */
    String name();

    /** How it is measured: quick effort takes fewer runs or smaller sizes. */
    Experiment experiment(Effort effort);

    /** A variant that is measured by this probe; {@code how} gives the experiment its settings for an effort. */
    static Variant of(String name, Class<? extends Probe> probe, BiFunction<Experiment, Effort, Experiment> how) {
        return new Variant() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Experiment experiment(Effort effort) {
                return how.apply(Experiment.of(name, probe), effort);
            }
        };
    }

    /** The same, measured in another way. */
    default Variant but(BiFunction<Experiment, Effort, Experiment> change) {
        return of(name(), experiment(Effort.QUICK).probe(), (old, effort) -> change.apply(experiment(effort), effort));
    }
}
