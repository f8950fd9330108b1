package io.birdseye.strategy;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The strategies from the simplest code to the most complex, as one would write them today. {@code advise} recommends the
 * first of those that meet an objective. What counts: how much a reader must know beyond plain Java, what has to be sized
 * and closed, whether a stack trace leads to the cause, and whether the library is still maintained.
 */
public final class SimplicityOrder {

    /**
     * A strategy's place.
     *
     * @param strategy its name
     * @param why it stands behind the one before, as the end of a sentence
     */
    public record Place(String strategy, String why) {}

    private static final List<Place> PLACES = List.of(
            new Place("sequential", "plain method calls one after the other: nothing to size, to close or to learn"),
            new Place("virtual-threads", "blocking code with a virtual thread for each call: no pool of threads to size"),
            new Place("virtual-threads-connections", "the same, and the bound on calls is out of sight, in the client"),
            new Place("virtual-threads-pooled", "virtual threads kept in executors, whose sizes have to fit the load after all"),
            new Place("executor", "blocking code on a pool of threads, whose size has to fit the load"),
            new Place("completable-future", "a pool of threads, and stages whose failures arrive wrapped"),
            new Place("structured", "the clearest code for a fan-out, but its API is a preview: it needs a flag and may change"),
            new Place("jox", "the same with a library on top of that preview, which hides its changes"),
            new Place("async-executor-split", "two pools of threads, and an answer that the last task to end sends"),
            new Place("async-executor", "one pool of threads, in which calls and combinations delay one another, and a suspended answer"),
            new Place("http-async", "stages on a non-blocking client: no waiting thread, but stack traces without the caller"),
            new Place("coroutines-blocking", "reads like blocking code, in another language with its own dispatchers"),
            new Place("coroutines", "another language, on a non-blocking client: no step may block"),
            new Place("parallel-stream", "short, but streams are meant for data: they neither wait well nor end on time"),
            new Place("fork-join", "tasks divided by hand, in a pool that is meant for computing"),
            new Place("mutiny", "a reactive library with few operators; rarely used outside Quarkus"),
            new Place("reactor", "a reactive library with many operators, whose rules every reader must know"),
            new Place("reactor-blocking", "a reactive library, and pools of threads for its blocking client"),
            new Place("rx3-nonblocking", "a reactive library in which a second failure needs a handler of its own"),
            new Place("rx4-nonblocking", "the same in a version that is not final and needs a later JDK"),
            new Place("rx4-virtual", "such a version, and virtual threads under it, which do without it"),
            new Place("rx3", "a reactive library with such a handler, and pools of threads for its blocking client"),
            new Place("flow", "a stream of values in another language, for one value per call"),
            new Place("adaptive", "an admission control of its own: refuses requests that others would still take"),
            new Place("pekko", "actors: messages, mailboxes and supervision for what is one method elsewhere"),
            new Place("rx-nonblocking", "RxJava 2, which is no longer maintained"),
            new Place("rx", "RxJava 2, and pools of threads for its blocking client"),
            new Place("akka-pooled", "actors, of a version of Akka that is no longer maintained"),
            new Place("akka-async", "such actors, one for each group, through which all requests pass"),
            new Place("akka", "such actors, one that combines for all requests, and an HTTP thread that waits"),
            new Place("virtual-threads-default-client", "simple, but nobody chose its limit of 5 calls, and nothing shows it"),
            new Place("http-async-default-client", "stages, and a limit of 5 calls in the client's queue, where no thread waits"),
            new Place("disruptor-diamond-async", "a ring of slots and a barrier for each stage, written for events without waits"),
            new Place("disruptor-diamond", "a ring of slots with stages side by side, and an HTTP thread that waits"),
            new Place("disruptor-async", "stages in a chain, so each waits for calls that it does not need"),
            new Place("disruptor", "stages in a chain, and an HTTP thread that waits"));

    private SimplicityOrder() {}

    /** All places, the simplest first. */
    public static List<Place> places() {
        return PLACES;
    }

    /** Why a strategy stands where it stands; empty for one that has no place, such as a plugin's. */
    public static Optional<String> why(String strategy) {
        return PLACES.stream().filter(place -> place.strategy().equals(strategy)).map(Place::why).findFirst();
    }

    /** The simplest first; strategies without a place come last and keep their order. */
    public static Comparator<StrategyEntry> simplestFirst() {
        List<String> names = PLACES.stream().map(Place::strategy).toList();
        return Comparator.comparingInt(entry -> {
            int place = names.indexOf(entry.name());
            return place < 0 ? names.size() : place;
        });
    }
}
