package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.planning.advice.Advice.Reachability;
import io.birdseye.planning.queueing.Require;
import org.jspecify.annotations.Nullable;

/**
 * How many instances of the service share the rate, and the advice for each. A load balancer is taken to spread requests
 * evenly.
 *
 * @param whole the question for all instances together
 * @param count how many; 1 too where no number of them reaches the objective
 * @param busiest the share of its cores that an instance may keep busy, or null where one carries the rate without it
 * @param alone the advice for a single instance
 * @param each the advice for each of them, with its share of the rate
 */
public record Replicas(Question whole, int count, @Nullable Double busiest, Advice alone, Advice each) {

    /**
     * Where no utilisation is wanted and one instance is not enough: room for a busy minute, and for the load of one that
     * fails among four.
     */
    public static final double DEFAULT_BUSIEST = 0.7;

    /** More are a fleet, and another question. */
    private static final int MOST = 100_000;

    /** Waiting that so many more instances do not shorten has another reason. */
    private static final int MORE_TRIES = 10;

    /**
     * Answers the question for one instance, and where that cannot carry the rate, or would be busier than wanted, for as
     * many as it takes. Cost: some seconds of CPU time for each number that is tried.
     *
     * @param busiest the share of its cores that an instance may keep busy, above 0 and up to 1, or null
     */
    public static Replicas advise(StrategyMenu menu, Question question, @Nullable Double busiest) {
        Advice alone = Advisor.advise(menu, question);
        if (busiest == null && alone.recommendation() != null) {
            return new Replicas(question, 1, null, alone, alone);
        }
        double share = busiest == null ? DEFAULT_BUSIEST : busiest;
        Require.positive("the utilisation", share);
        int count = (int) Math.max(1, Math.ceil(question.busyCores() / (question.cores() * share) - 1e-9));
        for (int tried = 0; tried < MORE_TRIES && count <= MOST; tried++) {
            Advice each = count == 1 ? alone : Advisor.advise(menu, question.sharedBy(count));
            if (each.recommendation() != null) {
                return new Replicas(question, count, share, alone, each);
            }
            if (each.reachability() == Reachability.BELOW_THE_FLOOR) {
                break;
            }
            count += Math.max(1, count / 4);
        }
        return new Replicas(question, 1, share, alone, alone);
    }

    /** The whole answer as text for a terminal. */
    public String render() {
        if (count == 1) {
            return each.render() + "\n" + sentence() + "\n";
        }
        String why = alone.recommendation() == null ? "One instance: " + alone.conclusion() + "\n" : "";
        return why + sentence() + "\n\nEach of them:\n" + each.render();
    }

    /** How many there are to be, with the arithmetic. */
    private String sentence() {
        String rate = Format.plain(whole.perSecond()) + "/s";
        String cores = Format.count(whole.cores(), "core");
        if (each.recommendation() == null) {
            return "Replicas: more instances, up to " + Format.plain(MOST) + ", would not reach it either.";
        }
        String busy = Format.percent(each.question().busyCores() / whole.cores()) + " busy";
        if (count == 1) {
            return "Replicas: one instance with " + cores + " carries " + rate + ", with its cores " + busy
                    + (busiest == null ? "." : "; wanted are at most " + Format.percent(busiest) + ".");
        }
        return "Replicas: " + count + " instances with " + cores + " each, " + Format.plain(each.question().perSecond())
                + "/s for each: " + rate + " need " + Format.text("%.2f", whole.busyCores()) + " cores, and each instance is "
                + busy + (busiest == null ? "." : "; at most " + Format.percent(busiest) + " is wanted.")
                + " If one may fail, take one more.";
    }
}
