package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.advice.Advice.Verdict;
import io.birdseye.planning.queueing.Operational;

/** The answer in one or two sentences. */
final class Conclusions {

    private Conclusions() {}

    static String reachable(Question question, Recommendation recommendation, double wantedMs) {
        return Say.format(
                "Take '%s' with %s for calls and %s for combinations, and admit %s requests: that carries %s/s with a"
                        + " p99 of about %s%s.",
                recommendation.strategy(),
                Say.count(recommendation.io(), "thread"),
                Say.number(recommendation.cpu()),
                Say.number(recommendation.queue()),
                Say.number(question.perSecond()),
                Say.ms(recommendation.p99Ms()),
                question.p99Ms() == null ? "" : ", where " + Say.ms(wantedMs) + " are wanted");
    }

    static String unreachable(Question question, Verdict verdict, double p99Ms) {
        double needed = Operational.meanInside(question.perSecond(), question.work().cpuMs());
        String load = Say.format(
                "%s/s need %.2f cores of %s",
                Say.number(question.perSecond()), needed, Say.number(question.cores()));
        return switch (verdict) {
            case NOT_ENOUGH_CORES -> Say.format(
                    "No pool size reaches it: %s. The cores carry %s/s at most.",
                    load, Say.number(Bounds.ofCores(question.work(), question.cores())));
            case BELOW_THE_FLOOR -> Say.format(
                    "No pool size reaches it: a request that is alone takes longer than that, and with all the threads"
                            + " it could want the p99 is %s; %s.",
                    Say.ms(p99Ms), load);
            case TOO_MUCH_WAITING -> Say.format(
                    "No pool size reaches it: %s, and the p99 is %s with all the threads it could want, since requests"
                            + " wait for cores.",
                    load, Say.ms(p99Ms));
            case NO_STRATEGY -> Say.format(
                    "None of the strategies reaches it, though one with its calls at once and pools of its own for"
                            + " calls and combinations would: its p99 is %s; %s.",
                    Say.ms(p99Ms), load);
            case REACHABLE -> throw new IllegalArgumentException("what is reachable has a recommendation");
        };
    }
}
