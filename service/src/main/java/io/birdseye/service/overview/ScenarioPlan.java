package io.birdseye.service.overview;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.memory.SharedList;
import io.birdseye.overview.OverviewPlan;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.LongSupplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Turns the tree of a scenario into a plan. Every call goes to {@code /<its name>} of the upstream. A combination reads
 * the bodies of the calls that were made to their end, does the group's CPU work, and answers with the sizes of both:
 * {@code {"bodies":{"cart":{"bytes":4000,"items":38}},"computed":{"micros":2000}}}.
 */
public final class ScenarioPlan {

    private static final JsonFactory JSON = new JsonFactory();

    private ScenarioPlan() {}

    /** The main article's tree is combined as it is without a scenario, and called as the scenario says. */
    public static Plan of(ScenarioFile file) {
        if (file.articleTree().isEmpty()) {
            return of(file.scenario());
        }
        Iterator<Scenario.Group> groups = file.scenario().groups().iterator();
        return new Plan(OverviewPlan.plan().groups().stream()
                .map(group -> new Plan.GroupPlan(group.name(), calls(groups.next()), group.combiner()))
                .toList());
    }

    private static List<Plan.CallPlan> calls(Scenario.Group group) {
        return group.calls().stream().map(ScenarioPlan::call).toList();
    }

    /**
     * Builds shared lists now, one for each size and layout. If a group computes for a given time, the speed of this
     * core is measured first, in about half a second.
     */
    private static Plan of(Scenario scenario) {
        Map<CpuStage.Multiply, SharedList> lists = new HashMap<>();
        boolean computes = scenario.groups().stream().anyMatch(group -> group.cpu() instanceof CpuStage.Compute);
        Spin spin = computes ? Spin.calibrated() : new Spin(1);
        return new Plan(scenario.groups().stream()
                .map(group -> {
                    Function<Query, String> work = switch (group.cpu()) {
                        case CpuStage.None() -> query -> "";
                        case CpuStage.Compute(var time) -> compute(spin, time);
                        case CpuStage.Multiply multiply ->
                            multiply(lists.computeIfAbsent(multiply, ScenarioPlan::list));
                    };
                    return new Plan.GroupPlan(group.name(), calls(group), (bodies, query) -> combine(bodies, work, query));
                })
                .toList());
    }

    private static Plan.CallPlan call(Scenario.Call call) {
        return new Plan.CallPlan(call.name(), "/" + call.name(), call.policy(), call.then() == null ? null : call(call.then()));
    }

    private static SharedList list(CpuStage.Multiply multiply) {
        return SharedList.ofInts(Math.toIntExact(multiply.multiply().bytes() / Integer.BYTES), multiply.layout());
    }

    private static Function<Query, String> multiply(SharedList list) {
        return query -> {
            SharedList.Product product = list.multiply(query.intFactor());
            return ",\"multiplied\":{\"factor\":" + product.factor() + ",\"size\":" + product.size()
                    + ",\"checksum\":" + product.checksum() + "}";
        };
    }

    /** The number of steps is fixed at the start of the service, so the work is the same for every strategy. */
    private static Function<Query, String> compute(Spin spin, Duration time) {
        String property = ",\"computed\":{\"micros\":" + time.toNanos() / 1_000 + "}";
        return query -> {
            spin.run(time);
            return property;
        };
    }

    /** @param work returns a JSON property with a comma before it, or an empty text */
    private static byte[] combine(List<Body> bodies, Function<Query, String> work, Query query) {
        StringJoiner sizes = new StringJoiner(",", "{\"bodies\":{", "}");
        bodies.stream().flatMap(body -> body.chain().stream()).forEach(body -> sizes.add(
                "\"" + body.upstream() + "\":{\"bytes\":" + body.bytes().length + ",\"items\":" + items(body) + "}"));
        return (sizes + work.apply(query) + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** The number of elements in the body's array. All of the body is tokenised, as by any parser. */
    private static int items(Body body) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body.bytes())) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw malformed(body, "it is not a JSON array");
            }
            int items = 0;
            JsonToken token;
            while ((token = parser.nextToken()) != JsonToken.END_ARRAY && token != null) {
                parser.skipChildren();
                items++;
            }
            if (token == null || parser.nextToken() != null) {
                throw malformed(body, "it does not end with its array");
            }
            return items;
        } catch (JacksonException e) {
            throw malformed(body, e.getOriginalMessage());
        }
    }

    private static UpstreamFailure malformed(Body body, String detail) {
        return new UpstreamFailure(
                body.upstream(), UpstreamFailure.Kind.MALFORMED, "its body is not what was expected: " + detail);
    }

    /**
     * CPU work of a given duration: a fixed number of steps that depend on each other. It uses no memory bandwidth and
     * makes no garbage. The steps in a millisecond are measured once, by the CPU time of the measuring thread. Later
     * only steps are counted, so the work is the same on every thread, also on virtual ones, which have no own CPU
     * time.
     */
    record Spin(long stepsPerMilli) {

        private static final int CHUNK = 10_000;
        private static final int ROUNDS = 40;
        private static final int CHUNKS_PER_ROUND = 500;

        Spin {
            if (stepsPerMilli < 1) {
                throw new IllegalArgumentException("a millisecond has at least 1 step, but has " + stepsPerMilli);
            }
        }

        /** Measures this core: the fastest of many rounds, because every disturbance makes a round slower. */
        static Spin calibrated() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            boolean cpuTime = threads.isCurrentThreadCpuTimeSupported() && !Thread.currentThread().isVirtual();
            LongSupplier clock = cpuTime ? threads::getCurrentThreadCpuTime : System::nanoTime;
            long fastest = Long.MAX_VALUE;
            long state = 1;
            for (int round = 0; round < ROUNDS; round++) {
                long start = clock.getAsLong();
                for (int chunk = 0; chunk < CHUNKS_PER_ROUND; chunk++) {
                    state = steps(state, CHUNK);
                }
                long end = clock.getAsLong();
                if (state != 0 && end > start) {
                    fastest = Math.min(fastest, end - start);
                }
            }
            return new Spin(Math.max(1, Math.round((double) CHUNK * CHUNKS_PER_ROUND * 1_000_000 / fastest)));
        }

        void run(Duration time) {
            long left = Math.round(time.toNanos() / 1e6 * stepsPerMilli);
            long state = 1;
            while (left > 0) {
                int chunk = (int) Math.min(left, CHUNK);
                state = steps(state, chunk);
                left -= chunk;
            }
            // Xorshift never reaches 0 from another value. The JIT does not know that, so it cannot remove the steps.
            if (state == 0) {
                throw new AssertionError("xorshift never reaches 0");
            }
        }

        /** Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003: each step depends on the last one. */
        private static long steps(long state, int count) {
            long x = state;
            for (int i = 0; i < count; i++) {
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
            }
            return x;
        }
    }
}
