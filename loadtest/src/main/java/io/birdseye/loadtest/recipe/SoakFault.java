package io.birdseye.loadtest.recipe;

import io.birdseye.model.Fault;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.Scenarios;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A fault of the upstreams, and the statuses with which a request may end. A client that leaves sees none. */
record SoakFault(String name, Map<String, ?> settings, Set<Integer> allowed, boolean clientLeaves) {

    private static final int TOO_LATE = 504;
    private static final Set<Integer> GOOD = Set.of(200);
    private static final Set<Integer> BAD_GATEWAY = Set.of(502);

    static final SoakFault NONE = new SoakFault("none", Map.of(), GOOD, false);

    boolean stalls() {
        return allowed.contains(TOO_LATE);
    }

    static List<SoakFault> all() {
        List<SoakFault> faults = new ArrayList<>(List.of(
                NONE,
                everywhere("slow", Map.of("fixedDelayMilliseconds", 40), GOOD, false),
                everywhere("dribble",
                        Map.of("chunkedDribbleDelay", Map.of("numberOfChunks", 4, "totalDuration", 60)), GOOD, false),
                everywhere("client leaves", Map.of("fixedDelayMilliseconds", 200), Set.of(), true)));
        for (Scenario.Call call : Scenarios.load(Scenarios.OVERVIEW).scenario().calls()) {
            String route = call.name();
            faults.add(at(route, "status 500", Map.of("status", 500), BAD_GATEWAY));
            faults.add(at(route, "stall", Map.of("fixedDelayMilliseconds", 60_000), Set.of(TOO_LATE)));
            for (Fault kind : Fault.values()) {
                faults.add(at(route, kind.name().toLowerCase(Locale.ROOT), Map.of("fault", kind), BAD_GATEWAY));
            }
            Map<String, ?> sometimes = Map.of("status", 503, "statusProbability", 0.5);
            faults.add(at(route, "status 503 now and then", sometimes, Set.of(200, 502)));
        }
        return List.copyOf(faults);
    }

    private static SoakFault everywhere(
            String name, Map<String, ?> behaviour, Set<Integer> allowed, boolean clientLeaves) {
        return new SoakFault(name, Map.of("default", behaviour), allowed, clientLeaves);
    }

    private static SoakFault at(String route, String name, Map<String, ?> behaviour, Set<Integer> allowed) {
        return new SoakFault(name + " at " + route, Map.of("routes", Map.of(route, behaviour)), allowed, false);
    }
}
