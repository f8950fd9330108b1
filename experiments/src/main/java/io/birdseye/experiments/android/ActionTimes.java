package io.birdseye.experiments.android;

import io.birdseye.experiments.android.Framework.Threads;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Unmeasured;
import io.birdseye.experiments.measure.Variant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The times of all frameworks for one kind of action, and which is fastest. */
record ActionTimes(Measurements measurements, Action action) {

    private MeasuredValue time(Framework framework) {
        return measurements.value(variant(), HundredActionsProbe.metric(framework));
    }

    private double mean(Framework framework) {
        return time(framework).value();
    }

    private Variant variant() {
        return HundredActionsProbe.variant(action);
    }

    /** How many times as long the first takes. */
    MeasuredValue ratio(Framework over, Framework under) {
        return measurements.ratio(variant(), HundredActionsProbe.metric(over), HundredActionsProbe.metric(under));
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

    /** The times differ: the first takes less than {@code low} or more than {@code high} times as long. */
    Verdict outside(Framework over, Framework under, double low, double high) {
        return Verdict.outside(words(over, under), ratio(over, under), low, high);
    }

    private String words(Framework over, Framework under) {
        return action.label() + ": " + over.label() + " / " + under.label();
    }

    /** The fastest of the article's frameworks that pass. */
    Framework fastest(Predicate<Framework> which) {
        return published(which).min(Comparator.comparingDouble(this::mean)).orElseThrow();
    }

    /** The slowest of the article's frameworks that pass. */
    Framework slowest(Predicate<Framework> which) {
        return published(which).max(Comparator.comparingDouble(this::mean)).orElseThrow();
    }

    /** The fastest of the article's frameworks with these threads. */
    Framework fastest(Threads threads) {
        return fastest(framework -> framework.threads() == threads);
    }

    /** The slowest of the article's frameworks with these threads. */
    Framework slowest(Threads threads) {
        return slowest(framework -> framework.threads() == threads);
    }

    /** All that was measured, the fastest first. */
    ChartBuilder chart() {
        ChartBuilder chart = Picture.bars("A hundred actions of " + action.label(),
                "microseconds in all, with 95 % intervals");
        Arrays.stream(Framework.values()).filter(this::isMeasured).sorted(Comparator.comparingDouble(this::mean))
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

    private static Stream<Framework> published(Predicate<Framework> which) {
        return Arrays.stream(Framework.values()).filter(Framework::isPublished).filter(which);
    }
}
