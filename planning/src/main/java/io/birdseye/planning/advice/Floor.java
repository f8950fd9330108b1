package io.birdseye.planning.advice;

import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.report.statistics.SlowestOf;

/**
 * What a request takes when it is alone.
 *
 * @param slowestCallP99Ms p99 of the slowest of its calls
 * @param pathCpuMs CPU time on its path where its calls are made at once: the largest combination and its own
 * @param inTurnMeanMs mean time of all calls and combinations, one after the other
 */
record Floor(double slowestCallP99Ms, double pathCpuMs, double inTurnMeanMs) {

    static Floor of(Question question) {
        RequestWork work = question.work();
        double largest = work.groups().stream()
                .mapToDouble(group -> group.combineCpu().meanMs()
                        + group.calls().stream().mapToDouble(RequestWork.Call::cpuMs).max().orElse(0))
                .max()
                .orElse(0);
        return new Floor(
                new SlowestOf(question.latencies()).quantileMs(0.99),
                largest + work.requestCpuMs(),
                work.callMs() + work.combineMs() + work.requestCpuMs());
    }

    double parallelP99Ms() {
        return slowestCallP99Ms + pathCpuMs;
    }
}
