package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The tree of the main case with tasks that cost nothing, so that what is measured is the strategy. */
record FreeFanOut(List<Group> groups, Cancellation cancellation) implements FanOut {

    private static final Body BODY = new Body("free", new byte[] {'[', ']'});
    private static final Overview OVERVIEW = new Overview(new byte[] {'{', '}'});

    FreeFanOut() {
        this(List.of(FreeGroup.named("a"), FreeGroup.named("b")), new Cancellation());
    }

    @Override
    public Overview join(List<Part> parts) {
        return OVERVIEW;
    }

    private record FreeGroup(String name, List<Call> calls, Part part) implements Group {

        static FreeGroup named(String name) {
            List<Call> calls = List.of(new FreeCall("free"), new FreeCall("free"));
            return new FreeGroup(name, calls, new Part(name, BODY.bytes()));
        }

        @Override
        public Part combine(List<Body> bodies) {
            return part;
        }
    }

    private record FreeCall(String name) implements Call {

        @Override
        public Body fetch() {
            return BODY;
        }

        @Override
        public CompletionStage<Body> fetchAsync() {
            return CompletableFuture.completedFuture(BODY);
        }
    }
}
