package io.birdseye.planning.advice;

import io.birdseye.model.Latency;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.Traffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an endpoint, and what is wanted of it.
 *
 * @param work of one request
 * @param perSecond requests
 * @param randomArrivals whether they come at random, as from many independent users, or at equal distances
 * @param cores that the service may use
 * @param p99Ms the objective, or null if there is none
 * @param deadlineMs after which a request is given up
 * @param primitive the same work with the primitive layout, or null where that changes nothing
 * @param assumptions that were made to come to these numbers
 */
public record Question(
        RequestWork work,
        double perSecond,
        boolean randomArrivals,
        int cores,
        @Nullable Double p99Ms,
        double deadlineMs,
        @Nullable RequestWork primitive,
        List<String> assumptions) {

    /** The deadline where none is given. */
    public static final double DEFAULT_DEADLINE_MS = 5000;

    public Question {
        assumptions = List.copyOf(assumptions);
        requirePositive("the rate", perSecond);
        requirePositive("the number of cores", cores);
        requirePositive("the deadline", deadlineMs);
        if (p99Ms != null) {
            requirePositive("the p99", p99Ms);
        }
    }

    /**
     * From flags alone: equal calls of a fixed time, all CPU work behind them in one piece.
     *
     * @param calls that a request makes at once
     * @param ioMs of each call
     * @param cpuMs of a request, all of it
     * @param p99Ms the objective, or null
     */
    public static Question ofFlags(
            int calls, double ioMs, double cpuMs, double perSecond, int cores, @Nullable Double p99Ms) {
        requirePositive("the number of calls", calls);
        RequestWork.Group group = new RequestWork.Group(
                Collections.nCopies(calls, RequestWork.Call.of(new Latency.Fixed(ioMs))), new Latency.Fixed(cpuMs));
        List<String> assumptions = List.of(
                "Every call takes the same time. Give a scenario file to say otherwise.",
                "The CPU work of a request is one piece that starts when all its calls are answered.");
        return new Question(
                new RequestWork(List.of(group), 0, 0),
                perSecond,
                true,
                cores,
                p99Ms,
                Math.max(DEFAULT_DEADLINE_MS, p99Ms == null ? 0 : p99Ms),
                null,
                assumptions);
    }

    int calls() {
        return work.groups().stream().mapToInt(group -> group.calls().size()).sum();
    }

    List<Latency> latencies() {
        List<Latency> all = new ArrayList<>();
        work.groups().forEach(group -> group.calls().forEach(call -> all.add(call.upstream())));
        return all;
    }

    Traffic traffic() {
        return randomArrivals ? new Traffic.Poisson(perSecond) : new Traffic.ConstantRate(perSecond);
    }

    Question with(RequestWork other, int otherCores) {
        return new Question(
                other, perSecond, randomArrivals, otherCores, p99Ms, deadlineMs, primitive, assumptions);
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException(what + " must be above 0, but is " + value);
        }
    }
}
