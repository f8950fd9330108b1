package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.Reachability;
import io.birdseye.planning.advice.Advice.Reason;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.advice.Advice.StrategyOutlook;
import io.birdseye.planning.advice.StrategyChoice.Choice;
import io.birdseye.planning.queueing.ManyServers;
import io.birdseye.planning.queueing.Operational;
import io.birdseye.planning.queueing.UnlimitedServers;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers which strategy an endpoint should use, and with how many threads.
 *
 * <p>Formulas give the bounds and a first guess. The simulation, which takes into account that the calls of a request
 * start together and that all CPU work shares the cores, gives the answer. Equal questions get equal answers. Cost: some
 * seconds of CPU time.
 */
public final class Advisor {

    /** Without an objective: by how much the p99 may exceed the p99 with unlimited pools. */
    private static final double TOLERATED = 1.1;
    /** For a larger pool, strategies whose calls hold no thread are preferred. */
    private static final int MANY_THREADS = 500;
    /** A busier pool would be saturated if calls took a tenth longer than expected. */
    private static final double HIGHEST_UTILISATION = 0.9;

    private final StrategyMenu menu;

    public Advisor(StrategyMenu menu) {
        this.menu = menu;
    }

    /** Answers the question. If the objective cannot be reached, the answer says so. */
    public Advice advise(Question question) {
        Reasons reasoning = new Reasons(question);
        List<Reason> reasons = new ArrayList<>();
        reasons.add(reasoning.cores());
        double highest = ThroughputBounds.ofCores(question.work(), question.cores());
        int fewest = Operational.fewestServers(question.perSecond(), question.work().callMs() / HIGHEST_UTILISATION);
        if (highest <= question.perSecond()) {
            return unreachable(question, reasons, Reachability.NOT_ENOUGH_CORES, fewest * 2, Double.POSITIVE_INFINITY);
        }
        FastestResponse fastest = FastestResponse.of(question);
        reasons.add(reasoning.fastestResponse(fastest));
        reasons.add(reasoning.fewest(fewest, HIGHEST_UTILISATION));

        SimulatedTrials trials = new SimulatedTrials(question);
        SimulationResult unlimited = trials.of(SimulatedTrials.twoPools(ServiceModel.UNBOUNDED, question.cores()));
        double unlimitedMs = unlimited.p99Ms().mean();
        Double objective = question.p99Ms();
        double wantedMs = objective == null ? unlimitedMs * TOLERATED : objective;
        if (unlimitedMs > wantedMs) {
            boolean belowFloor = fastest.parallelP99Ms() > wantedMs;
            Reachability why = belowFloor ? Reachability.BELOW_THE_FLOOR : Reachability.TOO_MUCH_WAITING;
            if (!belowFloor) {
                reasons.add(reasoning.waiting(wantedMs, unlimited));
            }
            return unreachable(question, reasons, why, fewest * 2, unlimitedMs);
        }

        StrategyChoice choices = new StrategyChoice(menu, trials, question.cores(), wantedMs);
        Choice choice = choices.first(false).orElse(null);
        if (choice == null) {
            return unreachable(question, reasons, Reachability.NO_STRATEGY, fewest * 2, unlimitedMs);
        }
        PoolSearch search = search(question, trials, choice, wantedMs);
        ManyServers estimate = estimate(question, fewest, wantedMs - choice.unlimited().p99Ms().mean());
        int io = search.smallest(fewest, estimate.servers());
        Choice withoutThreads = io > MANY_THREADS ? choices.first(true).orElse(null) : null;
        if (withoutThreads != null && choice.option().threadPerCall()) {
            choice = withoutThreads;
            search = search(question, trials, choice, wantedMs);
            estimate = estimate(question, fewest, wantedMs - choice.unlimited().p99Ms().mean());
            io = search.smallest(fewest, estimate.servers());
        }
        if (io > PoolSearch.LARGEST) {
            return unreachable(question, reasons, Reachability.NO_STRATEGY, fewest * 2, unlimitedMs);
        }
        SimulationResult result = search.with(io);
        reasons.add(reasoning.estimate(estimate, wantedMs - choice.unlimited().p99Ms().mean()));
        reasons.add(reasoning.pool(io, wantedMs, result));
        reasons.add(reasoning.cpuPool(result));
        int maxInFlight = maxInFlight(question, io, wantedMs, result, reasons, reasoning);
        int httpThreads = question.cores();
        if (choice.option().topology().blocksHttpThread()) {
            httpThreads += new UnlimitedServers(question.perSecond(), result.meanMs().mean()).insideQuantile(0.999);
            reasons.add(reasoning.httpThreads(httpThreads, result.meanMs().mean()));
        }
        Recommendation recommendation = new Recommendation(
                choice.option().name(),
                choice.why(),
                io,
                question.cores(),
                maxInFlight,
                httpThreads,
                result.p50Ms().mean(),
                result.p99Ms().mean());
        return new Advice(
                Reachability.REACHABLE,
                Conclusions.reachable(question, recommendation, wantedMs),
                reasons,
                recommendation,
                search.around(io),
                outlooks(question, trials, io, wantedMs),
                new WhatIfs(question, topologyOf(choice), io, result.p99Ms().mean()).all(),
                question.assumptions());
    }

    private WhatIfs.TopologyOf topologyOf(Choice choice) {
        return (io, cores) -> menu.topology(choice.option().name(), io, cores);
    }

    private PoolSearch search(Question question, SimulatedTrials trials, Choice choice, double wantedMs) {
        return new PoolSearch(
                io -> trials.of(menu.topology(choice.option().name(), io, question.cores())), wantedMs);
    }

    private Advice unreachable(
            Question question, List<Reason> reasons, Reachability reachability, int io, double p99Ms) {
        return new Advice(
                reachability,
                Conclusions.unreachable(question, reachability, p99Ms),
                reasons,
                null,
                List.of(),
                List.of(),
                new WhatIfs(question, SimulatedTrials::twoPools, io, p99Ms).all(),
                question.assumptions());
    }

    /** Calls arrive in batches, one batch per request; their times may have different distributions. */
    private static ManyServers estimate(Question question, int fewest, double allowedMs) {
        int batch = question.calls();
        double perSecond = question.perSecond() * batch;
        double meanMs = question.work().callMs() / batch;
        double secondMoment = question.latencies().stream()
                .mapToDouble(latency -> latency.meanMs() * latency.meanMs() * (1 + latency.squaredVariation()))
                .average()
                .orElse(0);
        double mean = question.latencies().stream().mapToDouble(latency -> latency.meanMs()).average().orElse(0);
        double serviceVariation = mean == 0 ? 0 : Math.max(0, secondMoment / (mean * mean) - 1);
        double variability = (batch + serviceVariation) / 2;
        int servers = Math.max(
                fewest,
                ManyServers.fewestFor(perSecond, meanMs, variability, 0.99, allowedMs, PoolSearch.LARGEST - 1));
        return new ManyServers(perSecond, meanMs, servers, variability);
    }

    private static int maxInFlight(
            Question question, int io, double wantedMs, SimulationResult result, List<Reason> reasons, Reasons reasoning) {
        double highest = ThroughputBounds.of(SimulatedTrials.twoPools(io, question.cores()), question.work(), question.cores());
        double withinMs = Math.min(wantedMs, question.deadlineMs());
        // High enough that random peaks of this rate are not refused.
        int ordinary = new UnlimitedServers(question.perSecond(), result.meanMs().mean()).insideQuantile(0.99999);
        int inTime = (int) Math.ceil(highest * withinMs / 1000);
        int maxInFlight = Math.max(ordinary, inTime);
        reasons.add(reasoning.maxInFlight(maxInFlight, highest, withinMs, inTime, result.meanMs().mean()));
        return maxInFlight;
    }

    private List<StrategyOutlook> outlooks(Question question, SimulatedTrials trials, int io, double wantedMs) {
        List<StrategyOutlook> outlooks = new ArrayList<>();
        for (StrategyMenu.Option option : menu.with(io, question.cores())) {
            SimulationResult result = trials.of(option.topology());
            outlooks.add(new StrategyOutlook(
                    option.name(),
                    ThroughputBounds.of(option.topology(), question.work(), question.cores()),
                    result.achievedPerSecond().mean(),
                    SimulatedTrials.steadyMs(result, result.p99Ms()),
                    SimulatedTrials.meets(result, wantedMs)));
        }
        return outlooks;
    }
}
