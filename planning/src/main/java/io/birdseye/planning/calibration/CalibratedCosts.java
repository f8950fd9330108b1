package io.birdseye.planning.calibration;

import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Trial;
import io.birdseye.scenario.Scenario.Call;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The CPU costs of a request on one machine: from a measurement in which each request was alone, and one under load.
 * With them, a simulation predicts what the machine cannot run. They hold only for the machine, JDK, collector and
 * memory size of the measurement.
 *
 * <p>The unloaded measurement gives the CPU time of each task, as means, for they are summed up. Of a call to an
 * upstream of random latency it is known only what calls of fixed latency take; where there are none, it counts as
 * background work. The loaded trial gives the contention: by what share the tasks computed longer per busy other core
 * ({@code σ}, at most 1, where a second core adds nothing), without their waits for a core, which the simulation adds.
 * Other CPU time of the process, for example for collecting garbage, is background work. If a request needed less CPU
 * time under load, because the JVM had become warmer, all CPU times are scaled by {@link #cpuFactor}.
 *
 * @param callTransportMs how much longer than its upstream each call took under load, beyond its CPU time: it holds its
 *     thread or permit for that too, and where a pool is 0.95 busy, 3 of 50 ms triple the wait
 * @param callCpuMs the service's CPU time within each call, in the order of the plan
 * @param backgroundCpuMs CPU time per request that no request waits for
 * @param sharedCpuMs CPU time per request that injector and mock take from the same cores
 * @param cpuFactor the service's CPU times under load, as a share of those of a request alone; at most 1
 */
public record CalibratedCosts(
        List<Double> callTransportMs,
        List<Double> callCpuMs,
        List<Double> combineMs,
        double backgroundCpuMs,
        double sharedCpuMs,
        double cpuFactor,
        double contention) {

    /** With this σ, the universal scalability law gives any number of cores the throughput of one. */
    private static final double MAX_CONTENTION = 1;

    public CalibratedCosts {
        callTransportMs = List.copyOf(callTransportMs);
        callCpuMs = List.copyOf(callCpuMs);
        combineMs = List.copyOf(combineMs);
    }

    /**
     * Divides the measured CPU time among calls, combinations and background work. If the parts add up to more than the
     * process used, they are reduced to that.
     *
     * <p>The floor does not contain the time of a request outside its tasks, so the CPU time of HTTP counts as
     * background work: predicted latencies are too short by that, a few milliseconds.
     *
     * @param upstreams the calls of each group as configured, without their CPU time
     * @param trial under load, below saturation
     * @throws IllegalArgumentException if the floor has other calls and groups than {@code upstreams}, or the trial has
     *     no figures
     */
    public static CalibratedCosts of(Floor floor, List<List<Call>> upstreams, Trial trial, int cores) {
        Trial.Measured loaded = trial.measured();
        if (loaded == null) {
            throw new IllegalArgumentException(
                    "the trial of '" + trial.strategy() + "' has no figures: " + trial.reason());
        }
        List<Double> upstreamMs = upstreams.stream().flatMap(List::stream).map(Call::meanMs).toList();
        if (upstreamMs.size() != floor.callMs().size() || upstreams.size() != floor.combineMeanMs().size()) {
            throw new IllegalArgumentException("the tree has " + upstreamMs.size() + " calls in " + upstreams.size()
                    + " groups, but measured were " + floor.callMs().size() + " calls and "
                    + floor.combineMeanMs().size() + " combinations");
        }
        double loadedCpuMs = loaded.resources().cpuMsWithoutCompilers();
        if (!(loaded.achievedPerSecond() > 0 && loadedCpuMs > 0)) {
            throw new IllegalArgumentException("rate and CPU time of the loaded trial must be above 0, but are "
                    + loaded.achievedPerSecond() + "/s and " + loadedCpuMs + " ms");
        }
        double left = floor.cpuMsPerRequest();
        List<Double> combine = times(floor.combineMeanMs(), scale(sum(floor.combineMeanMs()), left));
        left -= sum(combine);
        List<Double> beyondUpstream = beyond(floor.callMeanMs(), upstreamMs);
        List<Double> calls = times(beyondUpstream, scale(sum(beyondUpstream), left));
        left -= sum(calls);
        double otherCores = known(loaded.resources().injectorCores()) + known(loaded.resources().mockCores());
        double growth = loadedCpuMs / floor.cpuMsPerRequest();
        double othersBusy =
                Math.min(cores, known(loaded.resources().serviceCores()) + otherCores) * (cores - 1) / cores;
        double slower = taskGrowth(floor, upstreamMs, loaded, growth) - 1;
        double contention = othersBusy > 0 ? Math.clamp(slower / othersBusy, 0, MAX_CONTENTION) : 0;
        double unexplained = Math.max(0, growth - 1 - contention * othersBusy) * floor.cpuMsPerRequest();
        List<Double> loadedMs = runMs(loaded.work().tasks(), "io");
        List<Double> beyondLoaded = loadedMs.size() == calls.size() ? beyond(loadedMs, upstreamMs) : beyondUpstream;
        return new CalibratedCosts(
                beyond(beyondLoaded, times(calls, Math.min(1, growth) * (1 + contention * othersBusy))), calls, combine, left + unexplained, otherCores * 1000 / endedPerSecond(loaded),
                Math.min(1, growth), contention);
    }

    /** Those that fail, as the scenario lets them, cost injector and mock as much as others. */
    private static double endedPerSecond(Trial.Measured loaded) {
        Double requests = loaded.counts().requestsPerAnswer();
        return loaded.achievedPerSecond() * (requests == null ? 1 : requests);
    }

    /**
     * The costs on more cores than were measured. With all cores busy, each is slowed down as much as with all measured
     * ones busy. Whether contention grows with the number of cores cannot be measured on fewer cores. σ of a machine
     * with two, which may be two threads of one physical core, would leave eight with little more throughput than two.
     */
    public CalibratedCosts onCores(int measured, int cores) {
        return measured < 2 || cores <= measured
                ? this
                : new CalibratedCosts(
                        callTransportMs, callCpuMs, combineMs, backgroundCpuMs, sharedCpuMs, cpuFactor,
                        contention * (measured - 1) / (cores - 1));
    }

    /**
     * The work of a request with upstreams of any latency.
     *
     * @throws IllegalArgumentException if the tree differs from the calibrated one
     */
    public RequestWork work(List<List<Call>> groups, boolean shared) {
        int calls = groups.stream().mapToInt(List::size).sum();
        if (calls != callCpuMs.size() || groups.size() != combineMs.size()) {
            throw new IllegalArgumentException("the calibration has " + Format.count(callCpuMs.size(), "call") + " in "
                    + Format.count(combineMs.size(), "group") + ", but asked for are " + calls + " in " + groups.size());
        }
        Iterator<Double> transport = callTransportMs.iterator();
        Iterator<Double> callCpu = callCpuMs.iterator();
        List<RequestWork.Group> work = new ArrayList<>();
        for (List<Call> group : groups) {
            List<RequestWork.Call> members = group.stream()
                    .map(chain -> shared(chain, transport.next(), callCpu.next() * cpuFactor))
                    .toList();
            work.add(new RequestWork.Group(members, new Latency.Fixed(combineMs.get(work.size()) * cpuFactor)));
        }
        return new RequestWork(work, backgroundCpuMs * cpuFactor + (shared ? sharedCpuMs : 0));
    }

    /** A chain was measured as one task, so its calls share what that took beyond its upstreams. */
    private static RequestWork.Call shared(Call chain, double transportMs, double cpuMs) {
        int calls = chain.chain().size();
        return new RequestWork.Call(chain, transportMs / calls, _ -> cpuMs / calls);
    }

    /**
     * Simulates a service with these costs. Shown only with the {@link Accuracy} of such predictions.
     *
     * @param shared whether injector and mock run on the same cores
     * @param service as many requests may wait for an HTTP thread as may be in flight
     */
    public SimulationResult predict(
            Topology topology, List<List<Call>> upstreams, int cores, boolean shared, ServiceOptions service,
            Load load, RunLength runLength) {
        return Simulation.run(model(topology, upstreams, cores, shared, service), load, runLength);
    }

    /** The service that {@link #predict} simulates. */
    public ServiceModel model(Topology topology, List<List<Call>> upstreams, int cores, boolean shared, ServiceOptions service) {
        return new ServiceModel(
                topology, work(upstreams, shared), cores, contention, service.httpThreads(), service.maxInFlight(),
                service.maxInFlight(), service.deadline().orElseThrow().toMillis());
    }

    /** Predicts a point that was measured on the calibrated machine, which it shared with injector and mock. */
    public SimulationResult predict(int cores, PointSettings point, Topology topology, RunLength runLength) {
        ServiceOptions service = point.limits().service(point.sizing(), point.deadline(), List.of());
        return predict(topology, point.work().upstreams(), cores, true, service, point.load(), runLength);
    }

    /** Holds what it predicts against the mean of the trials of a point; empty if none of them has a p99. */
    Optional<Accuracy.CheckedPoint> check(String name, int cores, PointSettings point, List<Trial> trials, RunLength runLength) {
        List<CheckedFigures> measured = trials.stream()
                .map(Trial::measured)
                .filter(figures -> figures != null && figures.response().p99Ms() != null)
                .map(figures -> new CheckedFigures(
                        figures.achievedPerSecond(), figures.response().p50Ms(), figures.response().p99Ms()))
                .toList();
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        Topology topology = trials.getFirst().topology();
        return Accuracy.CheckedPoint.of(
                name + (measured.size() == 1 ? "" : ", mean of " + measured.size() + " blocks"),
                predict(cores, point, topology, runLength), CheckedFigures.mean(measured),
                NullModel.of(point.load(), point.work().upstreams(), topology));
    }

    /** The factor by which tasks computed longer; if they were not timed, the factor of the process's CPU time. */
    private static double taskGrowth(Floor floor, List<Double> upstreamMs, Trial.Measured loaded, double growth) {
        List<Double> loadedCalls = runMs(loaded.work().tasks(), "io");
        double alone = sum(beyond(floor.callMeanMs(), upstreamMs)) + sum(floor.combineMeanMs());
        if (loadedCalls.size() != floor.callMs().size() || !(alone > 0)) {
            return growth;
        }
        double taskMs = sum(beyond(loadedCalls, upstreamMs)) + sum(runMs(loaded.work().tasks(), "combine"));
        // Without the waits for a core, which a simulation has anyway; and never more than the process computed.
        return Math.min(growth, taskMs * computingShare(loaded.parts()) / alone);
    }

    /** Of the time in which a request could have computed: the share in which it did. 1 where the system does not tell. */
    private static double computingShare(@Nullable ResponseParts parts) {
        return parts == null || !(parts.cpuMs() > 0)
                ? 1
                : parts.cpuMs() / (parts.cpuMs() + known(parts.coreMs()) + known(parts.jitMs()) + parts.gcMs());
    }

    private static List<Double> runMs(List<Trial.TaskTime> tasks, String kind) {
        return tasks.stream().filter(task -> task.kind().equals(kind)).map(Trial.TaskTime::runMs).toList();
    }

    /** By how much each took longer; 0 where it did not. */
    private static List<Double> beyond(List<Double> tookMs, List<Double> expectedMs) {
        return IntStream.range(0, tookMs.size())
                .mapToObj(i -> Math.max(0, tookMs.get(i) - expectedMs.get(i)))
                .toList();
    }

    private static double known(@Nullable Double value) {
        return value == null ? 0 : value;
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
