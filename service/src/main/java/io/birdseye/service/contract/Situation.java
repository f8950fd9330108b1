package io.birdseye.service.contract;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Limit;
import io.birdseye.strategy.StrategyInfo.Waiter;
import java.util.List;
import java.util.Optional;

/**
 * Something that happens to a request, and what has to come of it. Every strategy either keeps to that, or has a
 * {@link Deviation} that follows from what it says of itself; the tests check which, and {@code docs/reference/contract.md}
 * shows it.
 */
public enum Situation {
    SAME_ANSWER("same answer", "byte for byte that of every other strategy, for both layouts"),
    ONE_FAILS("one upstream fails", "502 that names it, whichever of the four it is"),
    TWO_FAIL("two fail at once", "one 502 that names one of them, of one group or of two; nothing on stderr", Deviation.ONE_CALL_AT_A_TIME),
    STALL("one stalls", "504 at the deadline, while the upstream still stalls"),
    STALL_IN_BODY("stalls in its body", "504 at the deadline, while the upstream still stalls"),
    SLOW_BODY("slow body", "the same answer, later"),
    OVERSIZE("oversize body", "502; reading stops at the cap, and the heap stays flat"),
    MALFORMED("malformed JSON", "502 that names the upstream"),
    RESET("reset", "502 that names the upstream"),
    EMPTY("empty body", "502 that names the upstream"),
    SIBLINGS("siblings", "one call fails: those beside it are taken off the wire", Deviation.ONE_CALL_AT_A_TIME),
    CLIENT_LEAVES(
            "client leaves",
            "its calls are taken off the wire, and its place is free: by a close, by a reset, and with a byte sent behind"
                    + " the request"),
    LEAVES_IN_ANSWER("reset in the answer", "nothing is left behind"),
    HALF_CLOSE("half-close", "a client that said `Connection: close` and closed its side is answered"),
    PIPELINED("pipelined", "three requests in one packet: each gets the same answer, in turn"),
    LEAVES_IN_QUEUE(
            "client leaves while queued", "its place is free at once; it never calls an upstream", Deviation.ENDS_IN_TURN),
    FULL("no room", "503 with Retry-After at once, while all places are still taken"),
    ERROR_IN_CALL(
            "error in a call",
            "a body for which the heap has no room: 503, and the next request is answered; any other error: 500"),
    ERROR_IN_COMBINATION("error in a combination", "the same for a combination"),
    NO_THREADS(
            "no threads",
            "503 with Retry-After where the system gives a strategy no thread; when it does, the request is answered",
            Deviation.NEEDS_NO_THREADS),
    SIGTERM("told to end under load", "ready turns 503, what is in flight is answered, exit code 0");

    /** Why a strategy does something else, and what that is. */
    public enum Deviation {
        NONE(""),
        ONE_CALL_AT_A_TIME("It makes the calls of a request one after another. There is no second call on the wire that could fail"
                + " or be cancelled; the calls after the one that failed are never made."),
        NEEDS_NO_THREADS("It has no threads of its own, so it answers."),
        ENDS_IN_TURN("The request is answered or let go at once, but it holds its place until its turn comes in a queue of"
                + " the strategy; then it ends without a call.");

        private final String footnote;

        Deviation(String footnote) {
            this.footnote = footnote;
        }

        public String footnote() {
            return footnote;
        }

        private boolean appliesTo(StrategyEntry entry) {
            return switch (this) {
                case NONE -> false;
                case ONE_CALL_AT_A_TIME -> entry.topology(new Budget(4, 2, 8), Shape.TWO_BY_TWO).callsInTurn();
                case NEEDS_NO_THREADS -> entry.info().pools().length == 0
                        && (entry.blocksHttpThread() || entry.info().waiter() == Waiter.POOL_THREAD);
                case ENDS_IN_TURN -> List.of(entry.info().limits()).contains(Limit.ENDS_IN_TURN);
            };
        }
    }

    private final String title;
    private final String promise;
    private final Deviation deviation;

    Situation(String title, String promise) {
        this(title, promise, Deviation.NONE);
    }

    Situation(String title, String promise, Deviation deviation) {
        this.title = title;
        this.promise = promise;
        this.deviation = deviation;
    }

    public String title() {
        return title;
    }

    public String promise() {
        return promise;
    }

    /** How the strategy misses the promise by its nature, if it does. */
    public Optional<Deviation> deviation(StrategyEntry entry) {
        return deviation.appliesTo(entry) ? Optional.of(deviation) : Optional.empty();
    }
}
