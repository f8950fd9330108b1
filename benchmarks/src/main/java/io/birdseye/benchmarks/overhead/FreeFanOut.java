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
final class FreeFanOut implements FanOut {

    private static final Body BODY = new Body("free", new byte[] {'[', ']'});
    private static final Overview OVERVIEW = new Overview(new byte[] {'{', '}'});

    private final List<Group> groups = List.of(new FreeGroup("a"), new FreeGroup("b"));
    private final Cancellation cancellation = new Cancellation();

    @Override
    public List<Group> groups() {
        return groups;
    }

    @Override
    public Overview join(List<Part> parts) {
        return OVERVIEW;
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    private static final class FreeGroup implements Group {

        private final String name;
        private final Part part;
        private final List<Call> calls = List.of(new FreeCall(), new FreeCall());

        FreeGroup(String name) {
            this.name = name;
            this.part = new Part(name, BODY.bytes());
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<Call> calls() {
            return calls;
        }

        @Override
        public Part combine(List<Body> bodies) {
            return part;
        }
    }

    private static final class FreeCall implements Call {

        @Override
        public String name() {
            return "free";
        }

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
