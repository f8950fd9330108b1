package io.birdseye.benchmarks;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Measured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Throughput over users, with one or more trials for each number of users. The first trial of each decides where the
 * top is and what lies lowest beyond it; later trials only measure these points again.
 */
final class CapacityCurve {

    private static final double LEAST_SHARE = 0.9;
    private static final double MOST_FALL = 0.10;

    private final NavigableMap<Integer, List<DataPoint>> trials = new TreeMap<>();

    /**
     * One trial.
     *
     * @param othersCores what injector and mock took
     * @param stolenShare of the cores' time that a hypervisor gave to other machines: the service cannot have used it
     */
    record DataPoint(int users, double perSecond, double cpuMs, double othersCores, double stolenShare) {

        static DataPoint of(int users, Measured measured) {
            return new DataPoint(
                    users, measured.achievedPerSecond(), Objects.requireNonNullElse(measured.cpuMsPerAnswer(), Double.NaN),
                    orZero(measured.resources().injectorCores()) + orZero(measured.resources().mockCores()),
                    orZero(measured.instruments().stolenShare()));
        }

        private static double orZero(@Nullable Double value) {
            return value == null ? 0 : value;
        }

        /** What the cores could carry at this cost, requests/s. */
        double bound(int cores) {
            return cores * (1 - stolenShare) / (cpuMs / 1e3);
        }

        double share(int cores) {
            return perSecond / bound(cores);
        }

        private String stolen() {
            return stolenShare < 0.01 ? "" : " (" + Format.percent(stolenShare) + " stolen)";
        }
    }

    CapacityCurve add(DataPoint point) {
        trials.computeIfAbsent(point.users(), users -> new ArrayList<>()).add(point);
        return this;
    }

    private List<DataPoint> top() {
        return trials.values().stream().max(Comparator.comparingDouble(CapacityCurve::first)).orElseThrow();
    }

    /** Of all points behind the top, since with more users still some strategies recover; the top if it is the last. */
    private List<DataPoint> lowestBeyond() {
        List<DataPoint> top = top();
        return trials.tailMap(top.getFirst().users(), false).values().stream()
                .min(Comparator.comparingDouble(CapacityCurve::first))
                .orElse(top);
    }

    /** The numbers of users on which the figures depend. */
    List<Integer> decisiveUsers() {
        return Stream.of(top(), lowestBeyond()).map(points -> points.getFirst().users()).distinct().toList();
    }

    /** Whether the top is at the end, so that what comes behind it has not been seen. */
    boolean rises() {
        return top() == trials.lastEntry().getValue();
    }

    private static double first(List<DataPoint> points) {
        return points.getFirst().perSecond();
    }

    /** The trial with the median throughput, so that all its figures are of one JVM. */
    private static DataPoint middle(List<DataPoint> points) {
        return points.stream()
                .sorted(Comparator.comparingDouble(DataPoint::perSecond))
                .toList()
                .get(points.size() / 2);
    }

    List<Figure> figures(String strategy, int cores) {
        DataPoint top = middle(top());
        DoubleSummaryStatistics shares =
                top().stream().mapToDouble(point -> point.share(cores)).summaryStatistics();
        return List.of(
                new Figure(strategy + ": most requests/s over cores / CPU seconds per request",
                        Target.atLeast(LEAST_SHARE), top.share(cores), " ×", shares.getMin(), shares.getMax(),
                        Format.text("%.1f/s of %.1f/s at %.1f ms; injector and mock took %.2f cores of the %d%s",
                                top.perSecond(), top.bound(cores), top.cpuMs(), top.othersCores(), cores,
                                top.stolen())),
                Figure.of(strategy + ": fall of throughput beyond its top",
                        // What has not been seen keeps no promise.
                        rises() ? Target.none() : Target.atMost(MOST_FALL),
                        1 - middle(lowestBeyond()).perSecond() / top.perSecond(),
                        "",
                        points() + (rises() ? "; nothing beyond was measured" : "")));
    }

    private String points() {
        return trials.values().stream()
                .map(points -> points.getFirst().users() + " users "
                        + points.stream()
                                .map(point -> Format.fixed(point.perSecond(), 1))
                                .collect(Collectors.joining(", "))
                        + "/s" + middle(points).stolen())
                .collect(Collectors.joining("; "));
    }
}
