package io.birdseye.planning.advice;

import static io.birdseye.model.Format.plain;
import static io.birdseye.model.Format.plainMs;
import static io.birdseye.model.Format.text;

import io.birdseye.model.Format;
import io.birdseye.planning.advice.Advice.Reachability;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.queueing.Operational;

/** The answer in one or two sentences. */
final class Conclusions {

    private Conclusions() {}

    static String reachable(Question question, Recommendation recommendation, double wantedMs) {
        return text(
                "Take '%s' with %s for calls and %s for combinations, and admit %s requests: that carries %s/s with a"
                        + " p99 of about %s%s.",
                recommendation.strategy(), Format.count(recommendation.io(), "thread"), plain(recommendation.cpu()),
                plain(recommendation.maxInFlight()), plain(question.perSecond()), plainMs(recommendation.p99Ms()),
                question.p99Ms() == null ? "" : "; the objective is " + plainMs(wantedMs));
    }

    static String unreachable(Question question, Reachability reachability, double p99Ms) {
        String load = text(
                "%s/s need %.2f cores of %d", plain(question.perSecond()),
                Operational.meanInside(question.perSecond(), question.work().cpuMs()), question.cores());
        return switch (reachability) {
            case NOT_ENOUGH_CORES -> text(
                    "No pool size reaches it: %s. The cores carry %s/s at most.", load,
                    plain(ThroughputBounds.ofCores(question.work(), question.cores())));
            case BELOW_THE_FLOOR -> text(
                    "No pool size reaches it: a request that is alone takes longer than that, and with unlimited pools the"
                            + " p99 is %s; %s.",
                    plainMs(p99Ms), load);
            case TOO_MUCH_WAITING -> text(
                    "No pool size reaches it: %s, and the p99 is %s with unlimited pools, since requests wait for cores.",
                    load, plainMs(p99Ms));
            case NO_STRATEGY -> text(
                    "None of the strategies reaches it. One with parallel calls and separate pools for calls and"
                            + " combinations would: its p99 is %s; %s.",
                    plainMs(p99Ms), load);
            case REACHABLE -> throw new IllegalArgumentException("an objective that is reachable has a recommendation");
        };
    }
}
