package io.birdseye.planning.simulation;

import io.birdseye.model.Latency;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RequestWork.Group;
import java.util.ArrayList;
import java.util.List;

/**
 * What a machine makes of the work, taken from two trials: one in which a request is alone, one under load.
 *
 * <p>The unloaded trial gives the CPU time of each task; whatever CPU time the process spent beyond what the request
 * waited for is background work. The loaded trial gives the price of company: by how much the tasks of a request took
 * longer with the other cores busy ({@code σ}, at most 1, where a second core adds nothing). What the process spent more
 * beyond that, such as for compiling, is no contention and counts as background work; if it spent less, the JVM had
 * become warmer ({@link #cpuFactor}). All hold for the machine, the JDK, the collector and the memory size with which they were measured, and for nothing else.
 *
 * @param callCpuMs CPU time of ours within each call, in the order of the plan
 * @param combineMs CPU time of each combination
 * @param requestCpuMs CPU time on the request's own path outside calls and combinations
 * @param backgroundCpuMs CPU time per request that nobody waits for
 * @param sharedCpuMs CPU time per request that injector and mock take from the same cores
 * @param cpuFactor of the service's CPU times under load, against those of a request alone; at most 1
 * @param contention σ of {@link ServiceModel}
 */
public record Calibration(
        List<Double> callCpuMs,
        List<Double> combineMs,
        double requestCpuMs,
        double backgroundCpuMs,
        double sharedCpuMs,
        double cpuFactor,
        double contention) {

    /** At 1, the universal scalability law gives any number of cores the throughput of one. */
    private static final double MOST_CONTENTION = 1;

    public Calibration {
        callCpuMs = List.copyOf(callCpuMs);
        combineMs = List.copyOf(combineMs);
    }

    /**
     * What was measured of requests that came one by one.
     *
     * @param upstreamMs the mean latency that each upstream was told to have, by group
     * @param callMs the mean time of each call as the service saw it
     * @param combineMs the mean time of each combination
     * @param inTurn whether the calls of the strategy follow one another
     * @param combinesInTurn whether its combinations do
     * @param responseMs the mean response time
     * @param cpuMsPerRequest CPU time of the service's process
     */
    public record Unloaded(
            List<List<Double>> upstreamMs,
            List<Double> callMs,
            List<Double> combineMs,
            boolean inTurn,
            boolean combinesInTurn,
            double responseMs,
            double cpuMsPerRequest) {

        public Unloaded {
            upstreamMs = upstreamMs.stream().map(List::copyOf).toList();
            callMs = List.copyOf(callMs);
            combineMs = List.copyOf(combineMs);
            int upstreams = upstreamMs.stream().mapToInt(List::size).sum();
            if (upstreams != callMs.size() || upstreamMs.size() != combineMs.size()) {
                throw new IllegalArgumentException("the tree has " + upstreams + " calls in " + upstreamMs.size()
                        + " groups, but measured were " + callMs.size() + " calls and " + combineMs.size()
                        + " combinations");
            }
        }

        /** How long the tasks took beyond what the upstreams were told to. */
        private double taskMs() {
            return sum(beyond(callMs, eachUpstreamMs())) + sum(combineMs);
        }

        private List<Double> eachUpstreamMs() {
            return upstreamMs.stream().flatMap(List::stream).toList();
        }

        /** How long calls and combinations take when nothing waits for a thread. */
        private double pathMs() {
            if (inTurn) {
                return sum(callMs) + sum(combineMs);
            }
            double latest = 0;
            double turn = 0;
            int call = 0;
            for (int g = 0; g < upstreamMs.size(); g++) {
                int next = call + upstreamMs.get(g).size();
                double ready = callMs.subList(call, next).stream().mapToDouble(Double::doubleValue).max().orElse(0);
                turn = (combinesInTurn ? Math.max(turn, ready) : ready) + combineMs.get(g);
                latest = Math.max(latest, turn);
                call = next;
            }
            return latest;
        }
    }

    /**
     * What was measured under load.
     *
     * @param cpuMsPerRequest CPU time of the service's process
     * @param serviceCores cores that the service kept busy
     * @param otherCores cores that injector and mock kept busy on the same machine
     * @param achievedPerSecond requests answered
     * @param cores of the machine
     * @param callMs the mean time of each call as the service saw it, with the upstreams of the unloaded trial; empty
     *     where not known
     * @param combineMs the mean time of each combination; empty where not known
     */
    public record Loaded(
            double cpuMsPerRequest,
            double serviceCores,
            double otherCores,
            double achievedPerSecond,
            double cores,
            List<Double> callMs,
            List<Double> combineMs) {

        public Loaded {
            callMs = List.copyOf(callMs);
            combineMs = List.copyOf(combineMs);
            if (!(achievedPerSecond > 0 && cores > 0 && cpuMsPerRequest > 0)) {
                throw new IllegalArgumentException("rate, cores and CPU time of the loaded trial must be above 0, but"
                        + " are "
                        + achievedPerSecond + "/s, " + cores + " and " + cpuMsPerRequest + " ms");
            }
        }
    }

    /** Takes the CPU time apart. Where the parts add up to more than the process spent, they are cut to what it did. */
    public static Calibration of(Unloaded alone, Loaded loaded) {
        double left = alone.cpuMsPerRequest();
        double combineScale = scale(sum(alone.combineMs()), left);
        List<Double> combine = times(alone.combineMs(), combineScale);
        left -= sum(combine);

        List<Double> beyondUpstream = beyond(alone.callMs(), alone.eachUpstreamMs());
        List<Double> calls = times(beyondUpstream, scale(sum(beyondUpstream), left));
        left -= sum(calls);

        double request = Math.min(left, Math.max(0, alone.responseMs() - alone.pathMs()));
        double growth = loaded.cpuMsPerRequest() / alone.cpuMsPerRequest();
        double othersBusy = Math.min(loaded.cores(), loaded.serviceCores() + loaded.otherCores())
                * (loaded.cores() - 1)
                / loaded.cores();
        double slower = taskGrowth(alone, loaded, growth) - 1;
        double contention = othersBusy > 0 ? Math.clamp(slower / othersBusy, 0, MOST_CONTENTION) : 0;
        double unexplained = Math.max(0, growth - 1 - contention * othersBusy) * alone.cpuMsPerRequest();
        return new Calibration(
                calls,
                combine,
                request,
                left - request + unexplained,
                loaded.otherCores() * 1000 / loaded.achievedPerSecond(),
                Math.min(1, growth),
                contention);
    }

    /**
     * For more cores than were measured: with all of them busy each is as much slower as with all of the measured ones.
     * Whether contention grows with the number of cores cannot be seen on fewer, and σ of two, half of which may be two
     * threads of one core sharing it, would leave eight with little more than two.
     *
     * @param measured cores of the machine that was measured
     */
    public Calibration onCores(int measured, int cores) {
        if (measured < 2 || cores <= measured) {
            return this;
        }
        return new Calibration(
                callCpuMs, combineMs, requestCpuMs, backgroundCpuMs, sharedCpuMs, cpuFactor,
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
            throw new IllegalArgumentException("calibrated were " + callCpuMs.size() + " calls in " + combineMs.size()
                    + " groups, but asked for are " + calls + " calls in " + groups.size());
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
        return new RequestWork(
                work, requestCpuMs * cpuFactor, backgroundCpuMs * cpuFactor + (shared ? sharedCpuMs : 0));
    }

    /** By how much tasks took longer; where nobody timed them, all that the process spent more counts as theirs. */
    private static double taskGrowth(Unloaded alone, Loaded loaded, double growth) {
        if (loaded.callMs().size() != alone.callMs().size() || !(alone.taskMs() > 0)) {
            return growth;
        }
        double taskMs = sum(beyond(loaded.callMs(), alone.eachUpstreamMs())) + sum(loaded.combineMs());
        // Never more than the process: what a task waited for a core is not what it cost.
        return Math.min(growth, taskMs / alone.taskMs());
    }

    /** How much longer each call took than its upstream was told to. */
    private static List<Double> beyond(List<Double> callMs, List<Double> upstreamMs) {
        List<Double> own = new ArrayList<>();
        for (int i = 0; i < callMs.size(); i++) {
            own.add(Math.max(0, callMs.get(i) - upstreamMs.get(i)));
        }
        return own;
    }

    private static double scale(double wanted, double there) {
        return wanted > there ? Math.max(0, there) / wanted : 1;
    }

    private static List<Double> times(List<Double> values, double factor) {
        return values.stream().map(value -> value * factor).toList();
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }
}
