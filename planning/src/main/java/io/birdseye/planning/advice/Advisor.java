package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.Finding;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.advice.Advice.StrategyOutlook;
import io.birdseye.planning.advice.Advice.Verdict;
import io.birdseye.planning.advice.StrategyChoice.Choice;
import io.birdseye.planning.queueing.ManyServers;
import io.birdseye.planning.queueing.Operational;
import io.birdseye.planning.queueing.UnlimitedServers;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers how many threads an endpoint needs, and which strategy.
 *
 * <p>Formulas give the bounds and a first guess; the simulation, which knows that the calls of a request start together
 * and that all CPU work shares the cores, gives the answer. Equal questions get equal answers. Cost: some seconds.
 */
public final class Advisor {

    /** Where no objective is given: how much longer than with unlimited pools the p99 may be. */
    private static final double TOLERATED = 1.1;
    /** From here on, calls that hold no thread are preferred. */
    private static final int MANY_THREADS = 500;
    /** A busier pool would be upset by calls that take a tenth longer than was said. */
    private static final double HIGHEST_UTILISATION = 0.9;

    private final StrategyMenu menu;

    public Advisor(StrategyMenu menu) {
        this.menu = menu;
    }

    /** The answer; an objective that cannot be reached is one too. */
    public Advice advise(Question question) {
        Findings say = new Findings(question);
        List<Finding> findings = new ArrayList<>();
        findings.add(say.cores());
        double highest = Bounds.ofCores(question.work(), question.cores());
        int fewest = Operational.fewestServers(question.perSecond(), question.work().callMs() / HIGHEST_UTILISATION);
        if (highest <= question.perSecond()) {
            return unreachable(question, findings, Verdict.NOT_ENOUGH_CORES, fewest * 2, Double.POSITIVE_INFINITY);
        }
        Floor floor = Floor.of(question);
        findings.add(say.floor(floor));
        findings.add(say.fewest(fewest, HIGHEST_UTILISATION));

        Trials trials = new Trials(question);
        SimulationResult unlimited = trials.apartWith(ServiceModel.UNBOUNDED);
        double unlimitedMs = unlimited.p99Ms().mean();
        Double objective = question.p99Ms();
        double wantedMs = objective == null ? unlimitedMs * TOLERATED : objective;
        if (unlimitedMs > wantedMs) {
            boolean belowFloor = floor.parallelP99Ms() > wantedMs;
            Verdict why = belowFloor ? Verdict.BELOW_THE_FLOOR : Verdict.TOO_MUCH_WAITING;
            if (!belowFloor) {
                findings.add(say.waiting(wantedMs, unlimited));
            }
            return unreachable(question, findings, why, fewest * 2, unlimitedMs);
        }

        StrategyChoice choices = new StrategyChoice(menu, trials, question.cores(), wantedMs);
        Choice choice = choices.first(false).orElse(null);
        if (choice == null) {
            return unreachable(question, findings, Verdict.NO_STRATEGY, fewest * 2, unlimitedMs);
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
            return unreachable(question, findings, Verdict.NO_STRATEGY, fewest * 2, unlimitedMs);
        }
        SimulationResult result = search.with(io);
        findings.add(say.estimate(estimate, wantedMs - choice.unlimited().p99Ms().mean()));
        findings.add(say.pool(io, wantedMs, result));
        findings.add(say.cpuPool(result));
        int queue = queue(question, io, wantedMs, result, findings, say);
        int httpThreads = question.cores();
        if (choice.option().topology().blocksHttpThread()) {
            httpThreads += new UnlimitedServers(question.perSecond(), result.meanMs().mean()).insideQuantile(0.999);
            findings.add(say.httpThreads(httpThreads, result.meanMs().mean()));
        }
        Recommendation recommendation = new Recommendation(
                choice.option().name(),
                choice.why(),
                io,
                question.cores(),
                queue,
                httpThreads,
                result.p50Ms().mean(),
                result.p99Ms().mean());
        return new Advice(
                Verdict.REACHABLE,
                Conclusions.reachable(question, recommendation, wantedMs),
                findings,
                recommendation,
                search.around(io),
                outlooks(question, trials, io, wantedMs),
                new Levers(question, topologyOf(choice), io, result.p99Ms().mean()).all(),
                question.assumptions());
    }

    private Levers.TopologyOf topologyOf(Choice choice) {
        return (io, cores) -> menu.topology(choice.option().name(), io, cores);
    }

    private PoolSearch search(Question question, Trials trials, Choice choice, double wantedMs) {
        return new PoolSearch(
                io -> trials.of(
                        menu.topology(choice.option().name(), io, question.cores()), ServiceModel.UNBOUNDED),
                wantedMs);
    }

    private Advice unreachable(
            Question question, List<Finding> findings, Verdict verdict, int io, double p99Ms) {
        return new Advice(
                verdict,
                Conclusions.unreachable(question, verdict, p99Ms),
                findings,
                null,
                List.of(),
                List.of(),
                new Levers(question, Trials::apart, io, p99Ms).all(),
                question.assumptions());
    }

    /** Calls come in batches, one for each request, and take times of their own distributions. */
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

    private static int queue(
            Question question, int io, double wantedMs, SimulationResult result, List<Finding> findings, Findings say) {
        double highest = Bounds.of(Trials.apart(io, question.cores()), question.work(), question.cores());
        double withinMs = Math.min(wantedMs, question.deadlineMs());
        // Never so tight that the ordinary ups and downs of the traffic are refused.
        int ordinary = new UnlimitedServers(question.perSecond(), result.meanMs().mean()).insideQuantile(0.99999);
        int inTime = (int) Math.ceil(highest * withinMs / 1000);
        int queue = Math.max(ordinary, inTime);
        findings.add(say.queue(queue, highest, withinMs, inTime, result.meanMs().mean()));
        return queue;
    }

    private List<StrategyOutlook> outlooks(Question question, Trials trials, int io, double wantedMs) {
        List<StrategyOutlook> outlooks = new ArrayList<>();
        for (StrategyMenu.Option option : menu.with(io, question.cores())) {
            SimulationResult result = trials.of(option.topology(), ServiceModel.UNBOUNDED);
            outlooks.add(new StrategyOutlook(
                    option.name(),
                    Bounds.of(option.topology(), question.work(), question.cores()),
                    result.achievedPerSecond().mean(),
                    Trials.steadyMs(result, result.p99Ms()),
                    Trials.meets(result, wantedMs)));
        }
        return outlooks;
    }
}
