package io.birdseye.planning.advice;

import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.report.statistics.Quantiles;

/**
 * The response time of a request that is alone.
 *
 * @param slowestCallP99Ms p99 of the slowest of its calls
 * @param pathCpuMs CPU time on its critical path if its calls run in parallel: that of the largest group, and its own
 * @param inTurnMeanMs mean time of all calls and combinations if they run one after the other
 */
record FastestResponse(double slowestCallP99Ms, double pathCpuMs, double inTurnMeanMs) {

    static FastestResponse of(Question question) {
        RequestWork work = question.work();
        double largest = work.groups().stream()
                .mapToDouble(group -> group.combineCpu().meanMs()
                        + group.calls().stream().mapToDouble(RequestWork.Call::cpuMs).max().orElse(0))
                .max()
                .orElse(0);
        return new FastestResponse(
                Quantiles.slowestMs(question.latencies(), 0.99),
                largest + work.requestCpuMs(),
                work.callMs() + work.combineMs() + work.requestCpuMs());
    }

    double parallelP99Ms() {
        return slowestCallP99Ms + pathCpuMs;
    }
}
