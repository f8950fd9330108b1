package io.birdseye.planning.advice;

import io.birdseye.model.Arrivals;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.Alternatives;
import io.birdseye.planning.advice.Advice.Choice;
import io.birdseye.planning.advice.Advice.Outlook;
import io.birdseye.planning.advice.Advice.Reachability;
import io.birdseye.planning.simulation.Queueing;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.table.Simplicity.Simplest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers which strategy an endpoint should use, and with how many threads: formulas give the bounds, the simulation
 * the answer, since the calls of a request start together and all CPU work shares the cores. Equal questions get equal
 * answers. Cost: some seconds of CPU time.
 */
public final class Advisor {

    /** A busier pool would be saturated if calls took a tenth longer than expected. */
    public static final double MAX_UTILISATION = 0.9;

    /** Without an objective: by how much the p99 may exceed the p99 with unlimited pools. */
    private static final double TOLERATED = 1.1;

    /**
     * For a larger pool, strategies whose calls hold no thread are preferred to simpler ones. Servers come with 200
     * threads for all endpoints; one of them should not need more than a quarter of that.
     */
    public static final int FEW_THREADS = 50;

    /** The largest pool to try: more threads than one endpoint should have. */
    private static final int MAX_POOL = 50_000;

    /** A shared pool of so many times the places that the rate needs lets nobody wait. */
    private static final int LARGER_POOL = 10;

    /** The share of calls that may give up waiting for a pool that is large enough. */
    private static final double RARELY = 0.001;

    /** Pools that differ by less than one part in so many are alike. */
    private static final int NEIGHBOUR = 25;

    /** What-if: so much of the time or CPU is left. */
    private static final double FASTER = 0.8;

    private final StrategyMenu menu;
    private final Question question;
    private final SimulatedTrials trials;
    private final int fewest;

    private Advisor(StrategyMenu menu, Question question) {
        this.menu = menu;
        this.question = question;
        this.trials = new SimulatedTrials(question);
        this.fewest = fewestThreads(question);
    }

    static int fewestThreads(Question question) {
        return Queueing.fewestServers(question.perSecond(), question.work().callMs() / MAX_UTILISATION);
    }

    /** Answers the question. If the objective cannot be reached, the answer says so. */
    public static Advice advise(StrategyMenu menu, Question question) {
        return new Advisor(menu, question).advise();
    }

    private Advice advise() {
        if (question.highestPerSecond() <= question.perSecond()) {
            return unreachable(Reachability.NOT_ENOUGH_CORES, Double.NaN, null, List.of());
        }
        List<PoolAdvice> shared = sharedPools();
        if (shared.stream().anyMatch(PoolAdvice::saturated)) {
            return unreachable(Reachability.POOL_TOO_SMALL, question.p99Ms() == null ? Double.NaN : question.p99Ms(), null, shared);
        }
        Double objective = question.p99Ms();
        // A tenth less needs no longer simulation.
        boolean easily = objective != null && trials.meets(unlimited(), objective / TOLERATED);
        SimulationResult unlimited = easily ? trials.of(unlimited()) : trials.refined(unlimited());
        double surelyMs = unlimited.get(SimulationResult.Figure.P99_MS).high();
        double wantedMs = objective == null ? Math.max(surelyMs, unlimited.p99Ms() * TOLERATED) : objective;
        if (surelyMs > wantedMs) {
            boolean belowFloor = question.parallelP99Ms() > wantedMs;
            return unreachable(
                    belowFloor ? Reachability.BELOW_THE_FLOOR : unlessPool(shared, Reachability.TOO_MUCH_WAITING), wantedMs, unlimited, shared);
        }
        Choice choice = choose(wantedMs, false);
        int io = choice == null ? MAX_POOL + 1 : limit(choice, wantedMs);
        if (choice != null && choice.option().threadPerCall() && io > FEW_THREADS) {
            Choice withoutThreads = choose(wantedMs, true);
            if (withoutThreads != null) {
                choice = withoutThreads;
                io = limit(choice, wantedMs);
            }
        }
        return choice == null || io > MAX_POOL
                ? unreachable(unlessPool(shared, Reachability.NO_STRATEGY), wantedMs, unlimited, shared)
                : reachable(choice, io, wantedMs, unlimited, shared);
    }

    private static Reachability unlessPool(List<PoolAdvice> shared, Reachability other) {
        return shared.stream().anyMatch(PoolAdvice::tooSmall) ? Reachability.POOL_TOO_SMALL : other;
    }

    private Topology unlimited() {
        return twoPools(ServiceModel.UNBOUNDED, question.cores());
    }

    /** The pools that requests share, for predictions: sized for an open load, and with what they carry for users, who wait. */
    public static List<PoolAdvice> sharedPools(RequestWork work, Load load, int cores, double deadlineMs) {
        if (work.poolMs().isEmpty()) {
            return List.of();
        }
        double perSecond = load.model() == Load.Model.OPEN ? load.ratePerSecond() : ServiceModel.of(twoPools(ServiceModel.UNBOUNDED, cores), work, cores).highestPerSecond();
        Question question = new Question(work, perSecond, Arrivals.POISSON, cores, null, deadlineMs, null, List.of());
        return new Advisor((_, _) -> List.of(), question).sharedPools();
    }

    /** Each pool that requests share, with the others unlimited. */
    private List<PoolAdvice> sharedPools() {
        Map<CallPolicy.Pool, Double> held = question.work().poolMs();
        held.values().removeIf(ms -> ms == 0);
        RequestWork unpooled = question.work();
        for (CallPolicy.Pool pool : held.keySet()) {
            unpooled = unpooled.pooled(pool, null);
        }
        RequestWork withoutPools = unpooled;
        return held.entrySet().stream().map(each -> sharedPool(each.getKey(), each.getValue(), withoutPools)).toList();
    }

    private PoolAdvice sharedPool(CallPolicy.Pool pool, double heldMs, RequestWork withoutPools) {
        SimulatedTrials without = new SimulatedTrials(question.with(withoutPools, question.cores()));
        double freeMs = without.of(unlimited()).get(SimulationResult.Figure.P99_MS).high();
        Double objective = question.p99Ms();
        double wantedMs = objective == null || objective < freeMs ? freeMs * TOLERATED : objective;
        RequestWork alone = question.work();
        for (CallPolicy.Pool other : question.work().poolMs().keySet()) {
            alone = other.equals(pool) ? alone : alone.pooled(other, null);
        }
        RequestWork one = alone;
        int least = Queueing.fewestServers(question.perSecond(), heldMs / MAX_UTILISATION);
        IntPredicate enough = size -> {
            CallPolicy.Pool other = sized(pool, size);
            SimulatedTrials trial = new SimulatedTrials(question.with(one.pooled(pool, other), question.cores()));
            return trial.meets(unlimited(), wantedMs) && trial.of(unlimited()).gaveUp(other) < RARELY;
        };
        int most = Math.max(least, pool.size());
        while (!enough.test(most) && most < least * LARGER_POOL) {
            most += Math.max(1, most / 4);
        }
        SimulationResult.PoolUse use = pool.size() < least ? null : trials.of(unlimited()).pools().get(pool);
        return new PoolAdvice(pool, heldMs, question.perSecond(), Queueing.smallest(least, most, enough), use);
    }

    private static CallPolicy.Pool sized(CallPolicy.Pool pool, int places) {
        return new CallPolicy.Pool(pool.name(), places, pool.longestWait());
    }

    private Advice unreachable(Reachability why, double wantedMs, @Nullable SimulationResult unlimited, List<PoolAdvice> shared) {
        return new Advice(
                question, why, wantedMs, unlimited, null, shared,
                new Alternatives(List::of, List::of, () -> whatIfs(Advisor::twoPools, MAX_POOL, wantedMs, shared)));
    }

    /** A limit that holds no thread costs nothing, so it has the room that {@code compare} gives every pool. */
    private int limit(Choice choice, double wantedMs) {
        int room = choice.option().threadPerCall()
                ? 0 : Sizing.of(question.load(), question.upstreamMs(), question.deadlineMs(), question.cores()).ioConcurrency();
        return room > 0 && trials.surelyMeets(topology(choice, room), wantedMs) ? room : Math.max(room, smallest(choice, wantedMs));
    }

    private Advice reachable(Choice choice, int io, double wantedMs, SimulationResult unlimited, List<PoolAdvice> shared) {
        int cores = question.cores();
        SimulationResult predicted = trials.of(topology(choice, io));
        double meanMs = predicted.mean(SimulationResult.Figure.MEAN_MS);
        double highest = trials.model(twoPools(io, cores)).highestPerSecond();
        int inTime = (int) Math.ceil(highest * Math.min(wantedMs, question.deadlineMs()) / 1000);
        // High enough that random peaks of this rate are not refused.
        int peaks = Queueing.insideQuantile(question.perSecond(), meanMs, 0.99999);
        int held = choice.option().topology().blocksHttpThread()
                ? Queueing.insideQuantile(question.perSecond(), meanMs, 0.999)
                : 0;
        Stream<Integer> sizes = Stream.of(io / 2, io * 3 / 4, io * 9 / 10, io, io + io / 4 + 1, io * 2);
        return new Advice(
                question, Reachability.REACHABLE, wantedMs, unlimited,
                new Advice.Recommendation(
                        choice, io, cores, Math.max(peaks, inTime), inTime, highest, cores + held, predicted),
                shared,
                new Alternatives(
                        () -> sizes.map(size -> Math.max(1, size)).distinct().sorted()
                                .map(size -> trials.outlook("", topology(choice, size), wantedMs)).toList(),
                        () -> menu.with(io, cores).stream()
                                .map(option -> trials.outlook(option.name(), option.topology(), wantedMs)).toList(),
                        () -> whatIfs((pool, cpu) -> menu.topology(choice.option().name(), pool, cpu), io, wantedMs, shared)));
    }

    /** Parallel calls, one pool for calls and one for combinations, HTTP thread given back. */
    private static Topology twoPools(int io, int cpu) {
        return Topology.inParallel(Topology.Pool.shared(io), Topology.Pool.shared(cpu));
    }

    private Topology topology(Choice choice, int io) {
        return menu.topology(choice.option().name(), io, question.cores());
    }

    /** The simplest strategy that meets the objective; null if there is none. */
    private @Nullable Choice choose(double wantedMs, boolean withoutThreads) {
        List<StrategyMenu.Option> options = menu.with(MAX_POOL, question.cores()).stream()
                .filter(option -> !withoutThreads || !option.threadPerCall())
                .toList();
        Simplest<StrategyMenu.Option> choice = Simplest.of(options, option -> trials.meets(option.topology(), wantedMs));
        StrategyMenu.Option taken = choice.taken();
        return taken == null ? null : new Choice(
                taken, choice.passedOver().stream().map(option -> trials.outlook(option.name(), option.topology(), wantedMs)).toList(), withoutThreads);
    }

    /** The smallest I/O pool that meets the objective, or {@link #MAX_POOL} + 1; with few requests, then more. */
    private int smallest(Choice choice, double wantedMs) {
        IntPredicate enough = io -> trials.meets(topology(choice, io), wantedMs);
        int near = Queueing.smallest(fewest, meeting(fewest, 2, enough), enough);
        if (near > MAX_POOL) {
            return near;
        }
        IntPredicate surely = io -> trials.surelyMeets(topology(choice, io), wantedMs);
        // Ever larger pools are tried only if one of them can be enough.
        int io = surely.test(near) || surely.test(MAX_POOL) ? meeting(near, NEIGHBOUR, surely) : MAX_POOL + 1;
        int step = Math.max(1, near / NEIGHBOUR);
        while (io <= MAX_POOL && io - step >= fewest && surely.test(io - step)) {
            io -= step;
        }
        return io;
    }

    /** A pool that is enough, {@link #MAX_POOL} + 1 if none is: tries ever larger ones, each by one part larger. */
    private static int meeting(int from, int part, IntPredicate enough) {
        int io = Math.min(from, MAX_POOL);
        while (!enough.test(io)) {
            if (io == MAX_POOL) {
                return MAX_POOL + 1;
            }
            io = Math.min(MAX_POOL, io + Math.max(1, io / part));
        }
        return io;
    }

    /** Changes, one at a time: the lowest p99 first, and if the rate is still too high, the highest throughput. */
    private List<Outlook> whatIfs(BiFunction<Integer, Integer, Topology> topology, int io, double wantedMs, List<PoolAdvice> shared) {
        RequestWork work = question.work();
        int cores = question.cores();
        int larger = io + io / 2;
        Topology threads = topology.apply(io, cores);
        List<Outlook> whatIfs = new ArrayList<>(List.of(
                new SimulatedTrials(question.with(work, cores + 1))
                        .whatIf("one more core", topology.apply(io, cores + 1), wantedMs),
                new SimulatedTrials(question.with(work.times(FASTER, 1), cores))
                        .whatIf("all upstreams 20 % faster", threads, wantedMs),
                new SimulatedTrials(question.with(work.times(1, FASTER), cores))
                        .whatIf("20 % less CPU per request, for example by another collector or more efficient code",
                                threads, wantedMs)));
        if (io < MAX_POOL) {
            whatIfs.add(trials.whatIf("an I/O pool of " + Format.plain(larger), topology.apply(larger, cores), wantedMs));
        }
        for (PoolAdvice each : shared) {
            CallPolicy.Pool pool = each.pool();
            int places = each.tooSmall() ? each.enough() : pool.size() * 2;
            whatIfs.add(new SimulatedTrials(question.with(work.pooled(pool, sized(pool, places)), cores))
                    .whatIf(Format.count(places, "place") + " in pool '" + pool.name() + "'", threads, wantedMs));
        }
        if (question.primitive() != null) {
            whatIfs.add(new SimulatedTrials(question.with(question.primitive(), cores))
                    .whatIf("the primitive layout", threads, wantedMs));
        }
        whatIfs.sort(Comparator.comparingDouble(Outlook::p99Ms)
                .thenComparing(Comparator.comparingDouble(Outlook::highestPerSecond).reversed()));
        return whatIfs;
    }
}
