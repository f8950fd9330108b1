package io.birdseye.experiments.android;

import static java.util.Comparator.comparingDouble;

import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Measurements.Unmeasured;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The times of all frameworks for one kind of action, and which is fastest. */
record ActionTimes(Measurements measurements, Action action) {

    private MeasuredValue time(Framework framework) {
        return measurements.value(HundredActionsProbe.variant(action), HundredActionsProbe.metric(framework));
    }

    private double mean(Framework framework) {
        return time(framework).value();
    }

    /** How many times as long the first takes. */
    MeasuredValue ratio(Framework over, Framework under) {
        return measurements.ratio(HundredActionsProbe.variant(action), HundredActionsProbe.metric(over),
                HundredActionsProbe.metric(under));
    }

    /** How many times as large the ratio of two frameworks is here as for another kind of action. */
    MeasuredValue ratioOverThatOf(ActionTimes other, Framework over, Framework under) {
        return measurements.ratioOfRatios(HundredActionsProbe.variant(action), HundredActionsProbe.variant(other.action),
                HundredActionsProbe.metric(over), HundredActionsProbe.metric(under));
    }

    /** The first takes more than so many times as long as the second. */
    Verdict above(Framework over, Framework under, double bound) {
        return Verdict.above(words(over, under), ratio(over, under), bound);
    }

    /** The first takes less than so many times as long as the second. */
    Verdict below(Framework over, Framework under, double bound) {
        return Verdict.below(words(over, under), ratio(over, under), bound);
    }

    /** The first takes from so many to so many times as long as the second. */
    Verdict between(Framework over, Framework under, double low, double high) {
        return Verdict.between(words(over, under), ratio(over, under), low, high);
    }

    /** The times differ by more than this factor. */
    Verdict differ(Framework over, Framework under, double factor) {
        return Verdict.outside(words(over, under), ratio(over, under), 1 / factor, factor);
    }

    private String words(Framework over, Framework under) {
        return action.label() + ": " + over.label() + " / " + under.label();
    }

    /** The fastest of the article's frameworks that pass. */
    Framework fastest(Predicate<Framework> which) {
        return published(which).min(comparingDouble(this::mean)).orElseThrow();
    }

    /** The slowest of the article's frameworks that pass. */
    Framework slowest(Predicate<Framework> which) {
        return published(which).max(comparingDouble(this::mean)).orElseThrow();
    }

    private static Stream<Framework> published(Predicate<Framework> which) {
        return Arrays.stream(Framework.values()).filter(Framework::isPublished).filter(which);
    }

    /** All that was measured, the fastest first. */
    Picture chart() {
        Picture chart = Picture.bars("A hundred actions of " + action.label(),
                "microseconds in all, with 95 % intervals");
        Arrays.stream(Framework.values()).filter(this::isMeasured).sorted(comparingDouble(this::mean))
                .forEach(framework -> chart.bar(framework.label(), () -> time(framework)));
        return chart;
    }

    private boolean isMeasured(Framework framework) {
        try {
            return mean(framework) >= 0;
        } catch (Unmeasured e) {
            return false;
        }
    }
}
