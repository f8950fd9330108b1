package io.birdseye.experiments.android;

import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Unmeasured;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The times of all ways for one kind of action, and which is fastest. */
record Ranking(Measurements measurements, Action action) {

    private double mean(Way way) {
        return measurements.value(HundredActionsExperiment.name(action), HundredActionsProbe.metric(way)).value();
    }

    /** How many times as long the first takes. */
    Estimate ratio(Way over, Way under) {
        String point = HundredActionsExperiment.name(action);
        return Estimate.ratio(measurements.samples(point, HundredActionsProbe.metric(over)),
                measurements.samples(point, HundredActionsProbe.metric(under)));
    }

    /** The fastest of the article's frameworks that pass. */
    Way fastest(Predicate<Way> which) {
        return published(which).min(Comparator.comparingDouble(this::mean)).orElseThrow();
    }

    /** The slowest of the article's frameworks that pass. */
    Way slowest(Predicate<Way> which) {
        return published(which).max(Comparator.comparingDouble(this::mean)).orElseThrow();
    }

    /** In words, for a ratio of two ways. */
    String words(Way over, Way under) {
        return action.label() + ": " + over.label() + " / " + under.label();
    }

    /** All ways that were measured, the quickest first. */
    Optional<Picture> picture() {
        Picture.Sketch sketch = Picture.bars("A hundred actions of " + action.label(),
                "microseconds in all, with 95 % intervals");
        Arrays.stream(Way.values()).filter(this::isMeasured).sorted(Comparator.comparingDouble(this::mean))
                .forEach(way -> sketch.bar(way.label(), () -> measurements.value(
                        HundredActionsExperiment.name(action), HundredActionsProbe.metric(way))));
        return sketch.picture();
    }

    private boolean isMeasured(Way way) {
        try {
            return mean(way) >= 0;
        } catch (Unmeasured e) {
            return false;
        }
    }

    private static Stream<Way> published(Predicate<Way> which) {
        return Arrays.stream(Way.values()).filter(Way::isPublishedFramework).filter(which);
    }
}
