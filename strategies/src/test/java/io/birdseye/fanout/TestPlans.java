package io.birdseye.fanout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.birdseye.memory.SharedMemory;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans of any shape whose answers are easy to foretell. */
public final class TestPlans {

    private TestPlans() {}

    /** Groups {@code g0}, {@code g1} … with calls {@code g0c0}, {@code g0c1} …; a group becomes an array of bodies. */
    public static Plan ofShape(Shape shape) {
        List<Plan.GroupPlan> groups = new ArrayList<>();
        for (int g = 0; g < shape.groups(); g++) {
            List<Plan.CallPlan> calls = new ArrayList<>();
            for (int c = 0; c < shape.callsPerGroup().get(g); c++) {
                calls.add(new Plan.CallPlan("g" + g + "c" + c, "/g" + g + "c" + c));
            }
            groups.add(group("g" + g, calls));
        }
        return new Plan(groups);
    }

    private static Plan.GroupPlan group(String name, List<Plan.CallPlan> calls) {
        return new Plan.GroupPlan(name, calls, (bodies, query) -> bodies.stream()
                .flatMap(body -> body.chain().stream())
                .map(body -> new String(body.bytes(), UTF_8))
                .collect(Collectors.joining(",", "[", "]"))
                .getBytes(UTF_8));
    }

    /** One group of these calls. */
    public static Plan ofCalls(Plan.CallPlan... calls) {
        return new Plan(List.of(group("g0", List.of(calls))));
    }

    /**
     * Of two groups of two: two calls in turn with a timeout, made again after 503; a call that is never made; two that share
     * a pool of one place. Over upstreams that answer their names it answers {@link #POLICIES_ANSWER}.
     */
    public static Plan ofPolicies() {
        CallPolicy.Pool db = new CallPolicy.Pool("db", 1, Duration.ofSeconds(30));
        CallPolicy again = new CallPolicy(1, db, Duration.ofSeconds(30), new CallPolicy.Retry(1, Set.of("503")));
        return new Plan(List.of(
                group("g0", List.of(call("user", again, call("orders", CallPolicy.ONCE, null)), call("plain", CallPolicy.ONCE, null))),
                group("g1", List.of(
                        call("never", new CallPolicy(0, null, null, CallPolicy.Retry.NEVER), call("behind", CallPolicy.ONCE, null)),
                        call("pooled", new CallPolicy(1, db, null, CallPolicy.Retry.NEVER), null)))));
    }

    public static final String POLICIES_ANSWER =
            "{\"userId\":1,\"g0\":[\"user\",\"orders\",\"plain\"],\"g1\":[\"pooled\"]}";

    public static Plan.CallPlan call(String name, CallPolicy policy, Plan.@Nullable CallPlan then) {
        return new Plan.CallPlan(name, "/" + name, policy, then);
    }

    public static InstrumentedFanOut fanOut(Plan plan, Upstream upstream, Concurrency concurrency) {
        return new InstrumentedFanOut(plan, upstream, query(), concurrency, new Cancellation());
    }

    /** What {@link #ofShape} answers over upstreams that answer their own names. */
    public static String answerOf(Shape shape) {
        StringBuilder answer = new StringBuilder("{\"userId\":1");
        for (Plan.GroupPlan group : ofShape(shape).groups()) {
            answer.append(",\"").append(group.name()).append("\":");
            answer.append(group.calls().stream()
                    .map(call -> '"' + call.name() + '"')
                    .collect(Collectors.joining(",", "[", "]")));
        }
        return answer.append('}').toString();
    }

    public static Query query() {
        return new Query(1, 2, 2, SharedMemory.ofMegabytes(0, Layout.PRIMITIVE));
    }

    public static InstrumentedFanOut fanOut(Shape shape, Upstream upstream, Concurrency concurrency) {
        return fanOut(ofShape(shape), upstream, concurrency);
    }
}
