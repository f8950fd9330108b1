package io.birdseye.report.capacity;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Bound.Resource;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings.ScenarioUsed;
import io.birdseye.report.result.Settings.ScenarioUsed.PoolUsed;
import io.birdseye.report.result.Trial.TaskTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Predicts the highest throughput of a strategy from its threads and from what one unloaded request takes.
 *
 * <p>Every resource bounds the throughput by {@code units / time that one request holds a unit}; the smallest bound
 * wins. These are the asymptotic bounds of operational analysis: they hold for any arrival pattern and any distribution
 * of service times, they say nothing about how long requests wait below the bound, and they are optimistic where tasks
 * slow one another down (memory bandwidth, garbage collection).
 *
 * <p>Sources: J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9(3), 1961; E. D.
 * Lazowska, J. Zahorjan, G. S. Graham, K. C. Sevcik, "Quantitative System Performance", Prentice-Hall, 1984, chapters 3
 * (the utilisation law) and 5 (bounds on performance).
 *
 * @param cpuMs CPU time of a request, in ms, which bounds what the cores carry: of one that is alone, or less
 */
public record Capacity(Floor floor, TaskNames names, int cores, int httpThreads, double cpuMs, List<PoolUsed> pools) {

    public Capacity {
        requireSize("calls", floor.callMs().size(), names.calls().size());
        requireSize("combinations", floor.combineMs().size(), names.combinations().size());
        if (cores < 1 || httpThreads < 1) {
            throw new IllegalArgumentException(
                    "cores and HTTP threads must be at least 1, but are " + cores + " and " + httpThreads);
        }
    }

    public static Capacity of(Results results, RowKey row, TaskNames names) {
        Floor floor = results.floor(row);
        ScenarioUsed scenario = results.settings().scenario();
        return new Capacity(
                floor, names, results.environment().cores(), Math.max(1, results.settings().service().httpThreads()), floor.cpuMsPerRequest(),
                scenario == null ? List.of() : Objects.requireNonNullElse(scenario.pools(), List.of()));
    }

    /** The same machine with the task times of a trial; see {@link Floor#inTrial}. */
    public Capacity inTrial(List<TaskTime> tasks) {
        return new Capacity(floor.inTrial(tasks), names, cores, httpThreads, cpuMs, pools);
    }

    /**
     * The same with the CPU time of requests that were not alone, where that is less, since what trials exceed is no
     * bound. More does not count: a thread that spins, and requests that are given up, use CPU time that others could
     * have.
     *
     * @param trialCpuMs of a right answer, in ms, without the compilers; not a number if it is not known
     */
    public Capacity among(double trialCpuMs) {
        return !(trialCpuMs > 0 && trialCpuMs < cpuMs)
                ? this : new Capacity(floor, names, cores, httpThreads, trialCpuMs, pools);
    }

    /**
     * The bounds of a strategy under a load, the tightest first. A closed load adds its users, who cannot ask faster
     * than they are answered (X ≤ N / R at the floor).
     *
     * @throws IllegalArgumentException if the topology has threads for another number of tasks than the floor
     */
    public List<Bound> bounds(Topology topology, Load load) {
        double requestMs = floor.latencyMs(topology.callsInTurn());
        List<Bound> bounds = new ArrayList<>();
        // A trial that failed before the service told of its threads: only the machine bounds it.
        if (topology.ioThreads() > 0) {
            bounds.addAll(pools(topology));
            if (topology.blocksHttpThread()) {
                bounds.add(Bound.of(Resource.HTTP_THREADS, httpThreads, requestMs,
                        Format.count(httpThreads, "HTTP thread") + ", each held for " + ms(requestMs)));
            }
        }
        bounds.add(Bound.of(Resource.CORES, cores, cpuMs, Format.count(cores, "core") + ", " + ms(cpuMs)
                + " of CPU per request" + (cpuMs < floor.cpuMsPerRequest() ? " in its trials" : "")));
        pools.forEach(pool -> bounds.add(Bound.of(Resource.SHARED_POOL, pool.size(), pool.heldMs(),
                "pool '" + pool.name() + "' of " + pool.size() + " for all requests, each holds it for " + ms(pool.heldMs()))));
        if (load.model() == Load.Model.CLOSED) {
            bounds.add(Bound.of(Resource.USERS, load.users(), requestMs,
                    Format.count(load.users(), "user") + ", answered after " + ms(requestMs) + " at best"));
        }
        bounds.sort(Comparator.comparingDouble(Bound::perSecond));
        return bounds;
    }

    private List<Bound> pools(Topology topology) {
        // The utilisation law holds for mean times, whatever their distribution.
        double callMs = sum(floor.callMeanMs());
        double combineMs = sum(floor.combineMeanMs());
        int io = topology.ioThreads();
        if (topology.cpuOnIoThreads()) {
            return List.of(Bound.of(Resource.IO_POOL, io, callMs + combineMs, "one pool of " + io
                    + " for calls and combinations, " + ms(callMs + combineMs) + " per request"));
        }
        int cpu = topology.cpuThreads();
        int cpuAtOnce = Math.min(cpu, cores);
        String onCores = cpuAtOnce < cpu ? " on " + Format.count(cores, "core") : "";
        return List.of(
                topology.ioPerCall().isEmpty()
                        ? Bound.of(Resource.IO_POOL, io, callMs,
                                "I/O pool of " + io + ", " + ms(callMs) + " of calls per request")
                        : slowest(Resource.IO_POOL, topology.ioPerCall(), Integer.MAX_VALUE, floor.callMeanMs(),
                                names.calls()),
                topology.cpuPerGroup().isEmpty()
                        ? Bound.of(Resource.CPU_POOL, cpuAtOnce, combineMs,
                                "CPU pool of " + cpu + onCores + ", " + ms(combineMs) + " of combining per request")
                        : slowest(Resource.CPU_POOL, topology.cpuPerGroup(), cores, floor.combineMeanMs(),
                                names.combinations()));
    }

    /** Each task has threads of its own: the one that saturates first holds up all. */
    private static Bound slowest(
            Resource resource, List<Integer> threads, int atMost, List<Double> taskMs, List<String> names) {
        if (taskMs.isEmpty()) {
            return Bound.of(resource, 0, 0, "the floor was not measured");
        }
        requireSize(resource == Resource.IO_POOL ? "calls" : "combinations", taskMs.size(), threads.size());
        return IntStream.range(0, threads.size())
                .mapToObj(i -> Bound.of(resource, Math.min(threads.get(i), atMost), taskMs.get(i),
                        Format.count(threads.get(i), "thread") + (threads.get(i) == 1 ? " serves '" : " serve '")
                                + names.get(i) + "', " + ms(taskMs.get(i)) + " each"))
                .min(Comparator.comparingDouble(Bound::perSecond)).orElseThrow();
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Whole milliseconds from 20 up, one decimal below. */
    private static String ms(double value) {
        return Format.fixed(value, value >= 20 ? 0 : 1) + " ms";
    }

    private static void requireSize(String what, int expected, int actual) {
        if (expected != actual) {
            throw new IllegalArgumentException(
                    "the floor has " + expected + " " + what + ", but " + actual + " were given");
        }
    }
}
