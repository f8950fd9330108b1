package io.birdseye.strategy.akka;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The messages between the actors. They are immutable, except for the future of the answer. */
final class Messages {

    private Messages() {}

    /** A request, and the future of its answer. */
    record Request(FanOut work, CompletableFuture<Overview> answer) {}

    /** To a worker: fetch this call of this request. */
    record Fetch(long request, int group, int call, FanOut.Call what) {}

    /** From a worker. */
    record Fetched(long request, int group, int call, Body body) {}

    /** To an actor that combines. */
    record Combine(long request, int group, FanOut.Group what, List<Body> bodies) {}

    /** From an actor that combines. */
    record Combined(long request, int group, Part part) {}

    /** From anyone: a task of this request has failed. */
    record Failed(long request, Throwable failure) {}
}
