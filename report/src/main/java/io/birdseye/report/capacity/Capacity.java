package io.birdseye.report.capacity;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Bound.Resource;
import io.birdseye.report.result.Floor;
import java.util.ArrayList;
import java.util.List;

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
 */
public final class Capacity {

    private final Floor floor;
    private final TaskNames names;
    private final int cores;
    private final int httpThreads;

    /**
     * Takes what is equal for all strategies.
     *
     * @param floor what one unloaded request takes
     * @param names of the floor's calls and combinations, in its order
     * @param cores that the service may use
     * @param httpThreads worker threads of the HTTP server
     * @throws IllegalArgumentException if names and floor differ in size, or a number is below 1
     */
    public Capacity(Floor floor, TaskNames names, int cores, int httpThreads) {
        requireSize("calls", floor.callMs().size(), names.calls().size());
        requireSize("combinations", floor.combineMs().size(), names.combinations().size());
        requirePositive("cores", cores);
        requirePositive("HTTP threads", httpThreads);
        this.floor = floor;
        this.names = names;
        this.cores = cores;
        this.httpThreads = httpThreads;
    }

    /**
     * The bounds of a strategy under any load.
     *
     * @throws IllegalArgumentException if the topology has threads for another number of tasks than the floor
     */
    public Prediction predict(Topology topology) {
        return new Prediction(bounds(topology));
    }

    /**
     * The bounds of a strategy under the given load: a closed one adds its users, who cannot ask faster than they are
     * answered (X ≤ N / R at the floor).
     */
    public Prediction predict(Topology topology, Load load) {
        List<Bound> bounds = bounds(topology);
        if (load.model() == Load.Model.CLOSED) {
            double floorMs = floor.latencyMs(topology.callsInTurn());
            bounds.add(Bound.of(Resource.USERS, load.users(), floorMs,
                    Format.count(load.users(), "user") + ", answered after " + ms(floorMs) + " at best"));
        }
        return new Prediction(bounds);
    }

    private List<Bound> bounds(Topology topology) {
        List<Bound> bounds = new ArrayList<>();
        double callMs = sum(floor.callMs());
        double combineMs = sum(floor.combineMs());
        if (topology.ioThreads() < 1) {
            // A trial that failed before the service told of its threads: only the machine bounds it.
            bounds.add(cores());
            return bounds;
        }
        if (topology.cpuOnIoThreads()) {
            bounds.add(Bound.of(Resource.IO_POOL, topology.ioThreads(), callMs + combineMs,
                    "one pool of " + topology.ioThreads() + " for calls and combinations, " + ms(callMs + combineMs)
                            + " per request"));
        } else {
            bounds.add(ioPool(topology, callMs));
            bounds.add(cpuPool(topology, combineMs));
        }
        bounds.add(cores());
        if (topology.blocksHttpThread()) {
            double heldMs = floor.latencyMs(topology.callsInTurn());
            bounds.add(Bound.of(Resource.HTTP_THREADS, httpThreads, heldMs,
                    Format.count(httpThreads, "HTTP thread") + ", each held for " + ms(heldMs)));
        }
        return bounds;
    }

    private Bound cores() {
        return Bound.of(Resource.CORES, cores, floor.cpuMsPerRequest(),
                Format.count(cores, "core") + ", " + ms(floor.cpuMsPerRequest()) + " of CPU per request");
    }

    private Bound ioPool(Topology topology, double callMs) {
        if (topology.ioPerCall().isEmpty()) {
            return Bound.of(Resource.IO_POOL, topology.ioThreads(), callMs,
                    "I/O pool of " + topology.ioThreads() + ", " + ms(callMs) + " of calls per request");
        }
        return slowest(Resource.IO_POOL, topology.ioPerCall(), Integer.MAX_VALUE, floor.callMs(), names.calls());
    }

    private Bound cpuPool(Topology topology, double combineMs) {
        if (topology.cpuPerGroup().isEmpty()) {
            int atOnce = Math.min(topology.cpuThreads(), cores);
            String pool = "CPU pool of " + topology.cpuThreads()
                    + (atOnce < topology.cpuThreads() ? " on " + Format.count(cores, "core") : "");
            return Bound.of(Resource.CPU_POOL, atOnce, combineMs,
                    pool + ", " + ms(combineMs) + " of combining per request");
        }
        return slowest(Resource.CPU_POOL, topology.cpuPerGroup(), cores, floor.combineMs(), names.combinations());
    }

    /** Each task has threads of its own: the one that saturates first holds up all. */
    private static Bound slowest(
            Resource resource, List<Integer> threads, int atMost, List<Double> taskMs, List<String> names) {
        if (taskMs.isEmpty()) {
            return Bound.of(resource, 0, 0, "the floor was not measured");
        }
        requireSize(resource == Resource.IO_POOL ? "calls" : "combinations", taskMs.size(), threads.size());
        List<Bound> bounds = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            int n = threads.get(i);
            bounds.add(Bound.of(resource, Math.min(n, atMost), taskMs.get(i),
                    Format.count(n, "thread") + (n == 1 ? " serves '" : " serve '") + names.get(i) + "', "
                            + ms(taskMs.get(i))
                            + " each"));
        }
        return new Prediction(bounds).binding();
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

    private static void requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, but is " + value);
        }
    }
}
