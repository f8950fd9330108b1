package io.birdseye.planning.calibration;

import io.birdseye.model.Latency;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RequestWork.Group;
import io.birdseye.report.result.Floor;
import java.util.ArrayList;
import java.util.List;

/**
 * The CPU costs of a request on one machine, computed from two measurements: one in which each request was alone, and one
 * under load.
 *
 * <p>The unloaded measurement gives the CPU time of each task. CPU time of the process beyond that is background work.
 * The loaded trial gives the contention: by what share the tasks of a request took longer per busy other core ({@code
 * σ}, at most 1, where a second core adds nothing). CPU time of the process beyond that, for example for collecting
 * garbage, is background work too. If a request needed less CPU time under load, because the JVM had become warmer, all
 * CPU times are scaled by {@link #cpuFactor}. The costs hold for the machine, JDK, collector and memory size of the
 * measurement, and for no other.
 *
 * @param callCpuMs the service's CPU time within each call, in the order of the plan
 * @param combineMs CPU time of each combination
 * @param backgroundCpuMs CPU time per request that no request waits for
 * @param sharedCpuMs CPU time per request that injector and mock take from the same cores
 * @param cpuFactor the service's CPU times under load, as a share of those of a request alone; at most 1
 * @param contention σ, see {@link io.birdseye.planning.simulation.ServiceModel}
 */
public record CalibratedCosts(
        List<Double> callCpuMs,
        List<Double> combineMs,
        double backgroundCpuMs,
        double sharedCpuMs,
        double cpuFactor,
        double contention) {

    /** With this σ, the universal scalability law gives any number of cores the throughput of one. */
    private static final double MOST_CONTENTION = 1;

    public CalibratedCosts {
        callCpuMs = List.copyOf(callCpuMs);
        combineMs = List.copyOf(combineMs);
    }

    /**
     * Divides the measured CPU time among calls, combinations and background work. If the parts add up to more than the
     * process used, they are reduced to that.
     *
     * <p>The floor does not contain the time of a request outside its tasks, so the CPU time of HTTP counts as background
     * work: predicted latencies are too short by that, a few milliseconds.
     *
     * @param floor the tasks of a request that was alone
     * @param upstreamMs the configured mean latency of each upstream, by group, in the order of the plan
     * @throws IllegalArgumentException if the floor has other calls and groups than {@code upstreamMs}
     */
    public static CalibratedCosts of(Floor floor, List<List<Double>> upstreamMs, LoadedTrial loaded) {
        List<Double> upstreams = upstreamMs.stream().flatMap(List::stream).toList();
        requireSameTree(floor, upstreams.size(), upstreamMs.size());
        double left = floor.cpuMsPerRequest();
        List<Double> combine = times(floor.combineMs(), scale(sum(floor.combineMs()), left));
        left -= sum(combine);
        List<Double> beyondUpstream = beyond(floor.callMs(), upstreams);
        List<Double> calls = times(beyondUpstream, scale(sum(beyondUpstream), left));
        left -= sum(calls);
        double growth = loaded.cpuMsPerRequest() / floor.cpuMsPerRequest();
        double othersBusy = Math.min(loaded.cores(), loaded.serviceCores() + loaded.otherCores())
                * (loaded.cores() - 1)
                / loaded.cores();
        double slower = taskGrowth(floor, upstreams, loaded, growth) - 1;
        double contention = othersBusy > 0 ? Math.clamp(slower / othersBusy, 0, MOST_CONTENTION) : 0;
        double unexplained = Math.max(0, growth - 1 - contention * othersBusy) * floor.cpuMsPerRequest();
        return new CalibratedCosts(
                calls, combine, left + unexplained, loaded.otherCores() * 1000 / loaded.achievedPerSecond(),
                Math.min(1, growth), contention);
    }

    /**
     * The costs on more cores than were measured. With all cores busy, each is slowed down as much as with all measured
     * ones busy. Whether contention grows with the number of cores cannot be measured on fewer cores. σ of a machine with
     * two, which may be two threads of one physical core, would leave eight with little more throughput than two.
     *
     * @param measured cores of the machine that was measured
     */
    public CalibratedCosts onCores(int measured, int cores) {
        if (measured < 2 || cores <= measured) {
            return this;
        }
        return new CalibratedCosts(
                callCpuMs, combineMs, backgroundCpuMs, sharedCpuMs, cpuFactor,
                contention * (measured - 1) / (cores - 1));
    }

    /**
     * The work of a request with upstreams of any latency.
     *
     * @param groups the upstream latencies of each group's calls
     * @param shared whether injector and mock share the cores
     * @throws IllegalArgumentException if the tree differs from the calibrated one
     */
    public RequestWork work(List<List<Latency>> groups, boolean shared) {
        int calls = groups.stream().mapToInt(List::size).sum();
        if (calls != callCpuMs.size() || groups.size() != combineMs.size()) {
            throw new IllegalArgumentException("the calibration has " + callCpuMs.size() + " calls in "
                    + combineMs.size() + " groups, but asked for are " + calls + " calls in " + groups.size());
        }
        List<Group> work = new ArrayList<>();
        int call = 0;
        for (int g = 0; g < groups.size(); g++) {
            List<Call> members = new ArrayList<>();
            for (Latency upstream : groups.get(g)) {
                members.add(new Call(upstream, callCpuMs.get(call++) * cpuFactor, 0));
            }
            work.add(new Group(members, new Latency.Fixed(combineMs.get(g) * cpuFactor)));
        }
        return new RequestWork(work, 0, backgroundCpuMs * cpuFactor + (shared ? sharedCpuMs : 0));
    }

    private static void requireSameTree(Floor floor, int calls, int groups) {
        if (calls != floor.callMs().size() || groups != floor.combineMs().size()) {
            throw new IllegalArgumentException("the tree has " + calls + " calls in " + groups
                    + " groups, but measured were " + floor.callMs().size() + " calls and "
                    + floor.combineMs().size() + " combinations");
        }
    }

    /** The factor by which tasks took longer; if they were not timed, the factor of the process's CPU time. */
    private static double taskGrowth(Floor floor, List<Double> upstreams, LoadedTrial loaded, double growth) {
        double alone = sum(beyond(floor.callMs(), upstreams)) + sum(floor.combineMs());
        if (loaded.callMs().size() != floor.callMs().size() || !(alone > 0)) {
            return growth;
        }
        double taskMs = sum(beyond(loaded.callMs(), upstreams)) + sum(loaded.combineMs());
        // Never more than the process: the time for which a task waited for a core is not its CPU time.
        return Math.min(growth, taskMs / alone);
    }

    /** By how much each call took longer than the configured latency of its upstream. */
    private static List<Double> beyond(List<Double> callMs, List<Double> upstreamMs) {
        List<Double> own = new ArrayList<>();
        for (int i = 0; i < callMs.size(); i++) {
            own.add(Math.max(0, callMs.get(i) - upstreamMs.get(i)));
        }
        return own;
    }

    private static double scale(double wanted, double available) {
        return wanted > available ? Math.max(0, available) / wanted : 1;
    }

    private static List<Double> times(List<Double> values, double factor) {
        return values.stream().map(value -> value * factor).toList();
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }
}
