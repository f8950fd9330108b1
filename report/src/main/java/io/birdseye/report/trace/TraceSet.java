package io.birdseye.report.trace;

import java.util.List;

/**
 * One request of each strategy, traced under the same circumstances.
 *
 * @param circumstances delay, memory, budget and load, for people
 * @param underLoad whether other requests ran at the same time
 * @param traced those that were answered, in the order that was asked for
 */
public record TraceSet(
        String createdAt, String command, List<Circumstance> circumstances, boolean underLoad, List<Traced> traced,
        List<Unanswered> unanswered) {

    public TraceSet {
        circumstances = List.copyOf(circumstances);
        traced = List.copyOf(traced);
        unanswered = List.copyOf(unanswered);
    }

    /** Something that was equal for all strategies. */
    public record Circumstance(String name, String value) {}

    /**
     * The typical request of a strategy.
     *
     * @param trace the one with the median time
     * @param floorMs what it would take alone with the fastest topology of the set, with nothing but its calls and its longest
     *     combination on the way
     * @param outOf how many traces it was chosen from
     */
    public record Traced(RequestTrace trace, double floorMs, int outOf) {

        /** The time of the request in floors; 0 where the floor is not known. */
        public double timesFloor() {
            return floorMs > 0 ? trace.totalMs() / floorMs : 0;
        }
    }

    /** A strategy of which no traced request came back, and why. */
    public record Unanswered(String strategy, String reason) {}

    /** The longest of all requests and floors, in ms: the common time axis has to reach so far. */
    public double longestMs() {
        return traced.stream().mapToDouble(one -> Math.max(one.trace().totalMs(), one.floorMs())).max().orElse(0);
    }
}
