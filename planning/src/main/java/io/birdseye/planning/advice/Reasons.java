package io.birdseye.planning.advice;

import static io.birdseye.model.Format.count;
import static io.birdseye.model.Format.percent;
import static io.birdseye.model.Format.plain;
import static io.birdseye.model.Format.plainMs;
import static io.birdseye.model.Format.text;

import io.birdseye.planning.advice.Advice.Reason;
import io.birdseye.planning.queueing.ManyServers;
import io.birdseye.planning.queueing.Operational;
import io.birdseye.planning.queueing.UnlimitedServers;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.SimulationResult;

/** The sentences of the advice, each with its arithmetic and its source. */
final class Reasons {

    private static final String UTILISATION_LAW =
            "utilisation law, U = X·S/c: Denning and Buzen, ACM Computing Surveys 10(3), 1978";
    private static final String LITTLE = "Little's law, L = λ·W: Little, Operations Research 9(3), 1961";
    private static final String FAN_OUT =
            "slowest of several, P(all ≤ t) = Π P(each ≤ t): Dean and Barroso, CACM 56(2), 2013";
    private static final String ERLANG =
            "Erlang C, scaled for variability by Allen–Cunneen: Allen, Probability, Statistics and Queueing Theory,"
                    + " 1990";
    private static final String SIMULATION = "discrete-event simulation, docs/prediction.md";
    private static final String UNLIMITED =
            "M/G/∞, the number inside is Poisson: Takács, Introduction to the Theory of Queues, 1962";

    private final Question question;
    private final RequestWork work;

    Reasons(Question question) {
        this.question = question;
        this.work = question.work();
    }

    Reason cores() {
        double needed = Operational.meanInside(question.perSecond(), work.cpuMs());
        String busy = percent(needed / question.cores());
        return new Reason(
                "Is the rate possible",
                text(
                        "%s/s need %.2f %s of %d: %s busy. The cores carry %s/s at most.",
                        plain(question.perSecond()), needed, needed < 0.995 || needed > 1.005 ? "cores" : "core",
                        question.cores(), busy, plain(ThroughputBounds.ofCores(work, question.cores()))),
                text(
                        "%s/s × %s of CPU / %s = %s", plain(question.perSecond()), plainMs(work.cpuMs()),
                        count(question.cores(), "core"), busy),
                UTILISATION_LAW);
    }

    Reason fastestResponse(FastestResponse fastest) {
        return new Reason(
                "The fastest response",
                text(
                        "A request that is alone takes %s at p99 if its calls run in parallel, and %s on average if they"
                                + " run one after the other. No pool makes it faster.",
                        plainMs(fastest.parallelP99Ms()), plainMs(fastest.inTurnMeanMs())),
                text(
                        "slowest of %s: %s at p99; + %s of CPU on its path", count(question.calls(), "call"),
                        plainMs(fastest.slowestCallP99Ms()), plainMs(fastest.pathCpuMs())),
                FAN_OUT);
    }

    Reason fewest(int fewest, double highestUtilisation) {
        double busy = Operational.meanInside(question.perSecond(), work.callMs());
        int half = Math.max(1, fewest / 2);
        return new Reason(
                "The smallest I/O pool",
                text(
                        "On average %s calls are in progress. A pool should be busy for at most %s of the time, so that"
                                + " calls may also take a little longer: at least %s threads. A pool of %s carries %s/s,"
                                + " whatever the framework.",
                        plain(busy), percent(highestUtilisation), plain(fewest), plain(half),
                        plain(Operational.highestRate(half, work.callMs()))),
                text(
                        "%s/s × %s of calls = %s; / %s = %s", plain(question.perSecond()), plainMs(work.callMs()),
                        plain(busy), percent(highestUtilisation), plain(fewest)),
                LITTLE);
    }

    /** @param allowedMs the time for which calls may wait for a thread */
    Reason estimate(ManyServers queue, double allowedMs) {
        return new Reason(
                "An estimate of the pool",
                text(
                        "If requests arrive at random, with %s threads %s of the calls wait, and 99 of 100 wait no longer"
                                + " than %s; the objective allows %s.",
                        plain(queue.servers()), percent(queue.waitingShare()),
                        SimulatedTrials.describe(queue.waitQuantileMs(0.99)), plainMs(allowedMs)),
                text(
                        "%s calls/s of %s on %s threads, (c²a + c²s)/2 = %s", plain(queue.perSecond()),
                        plainMs(queue.serviceMs()), plain(queue.servers()), plain(queue.variability())),
                ERLANG);
    }

    Reason pool(int io, double wantedMs, SimulationResult result) {
        return new Reason(
                "The pool that meets the objective",
                text(
                        "With %s threads the simulated p99 is %s, and the objective is %s; calls wait %s for a thread on"
                                + " average.",
                        plain(io), plainMs(result.p99Ms().mean()), plainMs(wantedMs),
                        plainMs(result.usage().ioWaitMs().mean())),
                text(
                        "%s; pool %s busy, cores %s", p99(result), percent(result.usage().ioUtilisation().mean()),
                        percent(result.usage().cores().mean())),
                SIMULATION);
    }

    Reason cpuPool(SimulationResult result) {
        double combinations = question.perSecond() * work.groups().size();
        double meanMs = work.combineMs() / work.groups().size();
        String arithmetic = meanMs == 0
                ? "no CPU work in the combinations"
                : text(
                        "%s combinations/s × %s on %s = %s busy; %s wait", plain(combinations), plainMs(meanMs),
                        count(question.cores(), "core"),
                        percent(Operational.utilisation(combinations, meanMs, question.cores())),
                        percent(ManyServers.exponential(combinations, meanMs, question.cores()).waitingShare()));
        return new Reason(
                "The CPU pool",
                text(
                        "%s, one per core: more threads would share the same cores, and keep more unfinished lists in"
                                + " memory. Combinations wait %s for a thread on average.",
                        count(question.cores(), "thread"), plainMs(result.usage().cpuWaitMs().mean())),
                arithmetic,
                ERLANG);
    }

    /** @param inTime requests that can be answered within the objective; {@code maxInFlight} may be higher */
    Reason maxInFlight(int maxInFlight, double highestPerSecond, double withinMs, int inTime, double meanMs) {
        String arithmetic =
                text("%s/s × %s = %s", plain(highestPerSecond), plainMs(withinMs), plain(inTime));
        if (maxInFlight > inTime) {
            arithmetic += text(
                    ", but %s/s × %s = %s are in flight on average, and up to %s at random peaks",
                    plain(question.perSecond()), plainMs(meanMs),
                    plain(Operational.meanInside(question.perSecond(), meanMs)), plain(maxInFlight));
        }
        return new Reason(
                "Max in flight",
                text(
                        "%s requests in progress, running or waiting. A request that finds more would be answered too"
                                + " late, so the service refuses it at once.",
                        plain(maxInFlight)),
                arithmetic,
                maxInFlight > inTime ? LITTLE + "; " + UNLIMITED : LITTLE);
    }

    Reason waiting(double wantedMs, SimulationResult unlimited) {
        return new Reason(
                "With unlimited pools",
                text(
                        "The p99 is %s, and the objective is %s: requests wait for the cores, which no pool changes.",
                        plainMs(unlimited.p99Ms().mean()), plainMs(wantedMs)),
                text("%s; cores %s busy", p99(unlimited), percent(unlimited.usage().cores().mean())),
                SIMULATION);
    }

    Reason httpThreads(int threads, double meanMs) {
        UnlimitedServers inside = new UnlimitedServers(question.perSecond(), meanMs);
        return new Reason(
                "HTTP threads",
                text(
                        "The strategy holds an HTTP thread per request, so it needs %s of them: on average %s are in use,"
                                + " and at most %s for 99.9 %% of the time.",
                        plain(threads), plain(inside.meanInside()), plain(inside.insideQuantile(0.999))),
                text("%s/s × %s = %s", plain(question.perSecond()), plainMs(meanMs), plain(inside.meanInside())),
                UNLIMITED);
    }

    private static String p99(SimulationResult result) {
        return text(
                "p99 %s ± %s over %s requests", plainMs(result.p99Ms().mean()), plainMs(result.p99Ms().halfWidth()),
                plain(result.answered()));
    }
}
