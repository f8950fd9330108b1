package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.Measurements;
import java.util.Comparator;
import java.util.stream.Stream;

/** The measured times of indexing, and which point of the axis is best. */
record Indexing(Measurements measurements, Axis axis) {

    /** Half of the published second in 24 that lies between the best stream and the best fork/join. */
    static final double FASTER = 0.98;

    /** And the other way round. */
    static final double SLOWER = 1.02;

    String warm(Workers workers, int threads) {
        return IndexExperiment.name(Surroundings.WARM, workers, threads);
    }

    String best(Workers workers) {
        return points(workers).min(byTime()).orElseThrow();
    }

    String worst(Workers workers) {
        return points(workers).max(byTime()).orElseThrow();
    }

    String bestOther() {
        return others().min(byTime()).orElseThrow();
    }

    String worstOther() {
        return others().max(byTime()).orElseThrow();
    }

    /** How many times as long the first point takes. */
    Estimate ratio(String over, String under) {
        return measurements.ratio("totalMs", over, under);
    }

    /** How many times as long it takes as the plain loop. */
    Estimate overOne(String point) {
        return ratio(point, warm(Workers.ONE, 1));
    }

    private Stream<String> others() {
        return Stream.concat(points(Workers.EXECUTOR), points(Workers.FORK_JOIN));
    }

    private Stream<String> points(Workers workers) {
        return axis.threads().stream().map(threads -> warm(workers, threads));
    }

    private Comparator<String> byTime() {
        return Comparator.comparingDouble(point -> measurements.value(point, "totalMs").value());
    }
}
