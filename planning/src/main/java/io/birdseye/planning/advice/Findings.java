package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.Finding;
import io.birdseye.planning.queueing.ManyServers;
import io.birdseye.planning.queueing.Operational;
import io.birdseye.planning.queueing.UnlimitedServers;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.SimulationResult;

/** The sentences of the advice, each with its arithmetic and its source. */
final class Findings {

    static final String UTILISATION_LAW =
            "utilisation law, U = X·S/c: Denning and Buzen, ACM Computing Surveys 10(3), 1978";
    static final String LITTLE = "Little's law, L = λ·W: Little, Operations Research 9(3), 1961";
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

    Findings(Question question) {
        this.question = question;
        this.work = question.work();
    }

    Finding cores() {
        double needed = Operational.meanInside(question.perSecond(), work.cpuMs());
        String sentence = Say.format(
                "%s/s need %s of %s: %s busy. The cores carry %s/s at most.",
                Say.number(question.perSecond()),
                Say.format(needed < 0.995 || needed > 1.005 ? "%.2f cores" : "%.2f core", needed),
                Say.number(question.cores()),
                Say.percent(needed / question.cores()),
                Say.number(Bounds.ofCores(work, question.cores())));
        String arithmetic = Say.format(
                "%s/s × %s of CPU / %s = %s",
                Say.number(question.perSecond()),
                Say.ms(work.cpuMs()),
                Say.count(question.cores(), "core"),
                Say.percent(needed / question.cores()));
        return new Finding("Is the rate possible", sentence, arithmetic, UTILISATION_LAW);
    }

    Finding floor(Floor floor) {
        return new Finding(
                "The floor",
                Say.format(
                        "A request that is alone takes %s at p99 with its calls at once, and %s with one after the"
                                + " other. No pool makes it faster.",
                        Say.ms(floor.parallelP99Ms()), Say.ms(floor.inTurnMeanMs()) + " on average"),
                Say.format(
                        "slowest of %s: %s at p99; + %s of CPU on its path",
                        Say.count(question.calls(), "call"),
                        Say.ms(floor.slowestCallP99Ms()),
                        Say.ms(floor.pathCpuMs())),
                FAN_OUT);
    }

    Finding fewest(int fewest, double highestUtilisation) {
        double busy = Operational.meanInside(question.perSecond(), work.callMs());
        return new Finding(
                "The smallest I/O pool",
                Say.format(
                        "On average %s calls are on the wire, and a pool that is busy for more than %s has nothing"
                                + " left for a call that takes a little longer: at least %s threads. A pool of %s"
                                + " carries %s/s, whatever the framework.",
                        Say.number(busy),
                        Say.percent(highestUtilisation),
                        Say.number(fewest),
                        Say.number(Math.max(1, fewest / 2)),
                        Say.number(Operational.highestRate(Math.max(1, fewest / 2), work.callMs()))),
                Say.format(
                        "%s/s × %s of calls = %s; / %s = %s",
                        Say.number(question.perSecond()),
                        Say.ms(work.callMs()),
                        Say.number(busy),
                        Say.percent(highestUtilisation),
                        Say.number(fewest)),
                LITTLE);
    }

    Finding estimate(ManyServers queue, double allowedMs) {
        return new Finding(
                "An estimate of the pool",
                Say.format(
                        "If requests come at random, with %s threads %s of the calls wait, and 99 of 100 wait no"
                                + " longer than %s; %s may be waited.",
                        Say.number(queue.servers()),
                        Say.percent(queue.waitingShare()),
                        Say.ms(queue.waitQuantileMs(0.99)),
                        Say.ms(allowedMs)),
                Say.format(
                        "%s calls/s of %s on %s threads, (c²a + c²s)/2 = %s",
                        Say.number(queue.perSecond()),
                        Say.ms(queue.serviceMs()),
                        Say.number(queue.servers()),
                        Say.number(queue.variability())),
                ERLANG);
    }

    Finding pool(int io, double wantedMs, SimulationResult result) {
        return new Finding(
                "The pool that meets the objective",
                Say.format(
                        "With %s threads the simulation gives a p99 of %s, where %s are wanted; calls wait %s for a"
                                + " thread on average.",
                        Say.number(io),
                        Say.ms(result.p99Ms().mean()),
                        Say.ms(wantedMs),
                        Say.ms(result.usage().ioWaitMs().mean())),
                Say.format(
                        "p99 %s ± %s over %s requests; pool %s busy, cores %s",
                        Say.ms(result.p99Ms().mean()),
                        Say.ms(result.p99Ms().halfWidth()),
                        Say.number((double) result.answered()),
                        Say.percent(result.usage().ioUtilisation().mean()),
                        Say.percent(result.usage().cores().mean())),
                SIMULATION);
    }

    Finding cpuPool(SimulationResult result) {
        double combinations = question.perSecond() * work.groups().size();
        double meanMs = work.combineMs() / work.groups().size();
        String arithmetic = meanMs == 0
                ? "no CPU work in the combinations"
                : Say.format(
                        "%s combinations/s × %s on %s = %s busy; %s wait",
                        Say.number(combinations),
                        Say.ms(meanMs),
                        Say.count(question.cores(), "core"),
                        Say.percent(Operational.utilisation(combinations, meanMs, question.cores())),
                        Say.percent(ManyServers.exponential(combinations, meanMs, question.cores())
                                .waitingShare()));
        return new Finding(
                "The CPU pool",
                Say.format(
                        "%s, one per core: more would only take turns, and hold more half-made lists in memory at a"
                                + " time. Combinations wait %s for it on average.",
                        Say.count(question.cores(), "thread"), Say.ms(result.usage().cpuWaitMs().mean())),
                arithmetic,
                ERLANG);
    }

    /** @param inTime requests that can be answered within the objective; {@code queue} is never below the ordinary */
    Finding queue(int queue, double highestPerSecond, double withinMs, int inTime, double meanMs) {
        String arithmetic = Say.format(
                "%s/s × %s = %s", Say.number(highestPerSecond), Say.ms(withinMs), Say.number(inTime));
        if (queue > inTime) {
            arithmetic += Say.format(
                    ", but %s/s × %s = %s are inside on average, and up to %s in the ordinary run of things",
                    Say.number(question.perSecond()),
                    Say.ms(meanMs),
                    Say.number(Operational.meanInside(question.perSecond(), meanMs)),
                    Say.number(queue));
        }
        return new Finding(
                "The queue bound",
                Say.format(
                        "%s requests in progress, running or waiting. One that finds more before it would be answered"
                                + " too late, so it is better refused at once.",
                        Say.number(queue)),
                arithmetic,
                queue > inTime ? LITTLE + "; " + UNLIMITED : LITTLE);
    }

    Finding waiting(double wantedMs, SimulationResult unlimited) {
        return new Finding(
                "With all the threads it could want",
                Say.format(
                        "The p99 is %s, where %s are wanted: requests wait for the cores, which no pool changes.",
                        Say.ms(unlimited.p99Ms().mean()), Say.ms(wantedMs)),
                Say.format(
                        "p99 %s ± %s over %s requests; cores %s busy",
                        Say.ms(unlimited.p99Ms().mean()),
                        Say.ms(unlimited.p99Ms().halfWidth()),
                        Say.number((double) unlimited.answered()),
                        Say.percent(unlimited.usage().cores().mean())),
                SIMULATION);
    }

    Finding httpThreads(int threads, double meanMs) {
        UnlimitedServers inside = new UnlimitedServers(question.perSecond(), meanMs);
        return new Finding(
                "HTTP threads",
                Say.format(
                        "A strategy that holds its HTTP thread needs %s of them: on average %s are held, and %s for"
                                + " all but one moment in a thousand.",
                        Say.number(threads), Say.number(inside.meanInside()), Say.number(inside.insideQuantile(0.999))),
                Say.format(
                        "%s/s × %s = %s",
                        Say.number(question.perSecond()), Say.ms(meanMs), Say.number(inside.meanInside())),
                UNLIMITED);
    }
}
