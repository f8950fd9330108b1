package io.birdseye.planning.advice;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.planning.simulation.Queueing;
import io.birdseye.planning.simulation.Require;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.scenario.Scenario;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An endpoint, its load and its objective; the primitive layout's work is null if that changes nothing. */
public record Question(
        RequestWork work, double perSecond, Arrivals arrivals, int cores, @Nullable Double p99Ms, double deadlineMs,
        @Nullable RequestWork primitive, List<String> assumptions) {

    /** A simulation of more takes longer than somebody waits, and no instance has one endpoint with so many. */
    private static final int MAX_CALLS = 20_000;

    public Question {
        assumptions = List.copyOf(assumptions);
        Require.positive("the rate", perSecond);
        Require.positive("the number of cores", cores);
        Require.positive("the deadline", deadlineMs);
        double calls = Queueing.meanInside(perSecond, work.callMs());
        if (calls > MAX_CALLS) {
            throw new IllegalArgumentException("at " + Format.rate(perSecond) + " there are " + Format.text("%,.0f", calls)
                    + " calls at once on average, but more than " + Format.text("%,d", MAX_CALLS) + " are not simulated: ask for a part of the rate");
        }
        if (p99Ms != null) {
            Require.positive("the p99", p99Ms);
        }
    }

    /** A question from a few numbers: equal calls of a fixed time, followed by all CPU work in one piece. */
    public static Question ofEqualCalls(
            int calls, double ioMs, double cpuMs, double perSecond, int cores, @Nullable Double p99Ms) {
        Require.positive("the number of calls", calls);
        RequestWork.Group group = new RequestWork.Group(
                Collections.nCopies(calls, Call.of(new Latency.Fixed(ioMs))), new Latency.Fixed(cpuMs));
        List<String> assumptions = List.of(
                "Every call takes the same time. A scenario file can describe calls that differ.",
                "The CPU work of a request is one piece that starts when all its calls are answered.");
        return new Question(
                new RequestWork(List.of(group), 0), perSecond, Arrivals.POISSON, cores, p99Ms,
                Math.max(Durations.ms(Scenario.DEFAULT_DEADLINE), p99Ms == null ? 0 : p99Ms), null, assumptions);
    }

    Question with(RequestWork other, int otherCores) {
        return new Question(other, perSecond, arrivals, otherCores, p99Ms, deadlineMs, primitive, assumptions);
    }

    /** The same for one of several instances that share the rate evenly. */
    Question sharedBy(int instances) {
        return new Question(work, perSecond / instances, arrivals, cores, p99Ms, deadlineMs, primitive, assumptions);
    }

    /** The mean time of each chain of calls, its waits for pools apart. */
    List<Double> upstreamMs() {
        return work.calls().stream().map(call -> call.made().meanMs()).toList();
    }

    /** What a measurement of it offers. */
    public Load load() {
        return Load.open(perSecond, arrivals);
    }

    public double busyCores() {
        return Queueing.meanInside(perSecond, work.cpuMs());
    }

    /** The highest throughput of the cores, in 1/s. */
    public double highestPerSecond() {
        return Queueing.highestRate(cores, work.cpuMs());
    }

    /** Of the slowest chain of calls of a request; a call that stands for itself is one. */
    public double slowestCallP99Ms() {
        return work.slowestMs(0.99);
    }

    /** CPU time on the critical path of a request whose calls run in parallel: that of its largest group. */
    public double pathCpuMs() {
        return work.groups().stream()
                .mapToDouble(group -> group.combineCpu().meanMs()
                        + group.calls().stream().mapToDouble(Call::chainCpuMs).max().orElse(0))
                .max()
                .orElse(0);
    }

    /** The p99 of a request that is alone, if its calls run in parallel. */
    public double parallelP99Ms() {
        return slowestCallP99Ms() + pathCpuMs();
    }

    /** The mean response time of a request that is alone, if its calls run one after the other. */
    public double inTurnMeanMs() {
        return work.callMs() + work.combineMs();
    }
}
