package io.birdseye.fanout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
            groups.add(new Plan.GroupPlan("g" + g, calls, (bodies, query) -> bodies.stream()
                    .map(body -> new String(body.bytes(), UTF_8))
                    .collect(Collectors.joining(",", "[", "]"))
                    .getBytes(UTF_8)));
        }
        return new Plan(groups);
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
        return new InstrumentedFanOut(ofShape(shape), upstream, query(), concurrency, new Cancellation());
    }
}
