package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.planning.production.ObservedRequest.ObservedCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Turns the requests of a route into the tree of a scenario: which calls there are, which of them run side by side, and
 * what is left for the CPU.
 *
 * <p>A span of the service's own work that has calls below it is a group. Calls without one are grouped by time: those
 * that overlap in most requests belong together.
 */
final class RequestTree {

    private static final int MAX_CALLS = 64;
    private static final int MAX_GROUPS = 16;

    /** More requests hardly change a distribution. */
    private static final int MAX_REQUESTS = 10_000;

    /** A call that a smaller share of requests makes is not part of the tree. */
    private static final double USUAL = 0.5;

    /** The k-th call of a kind in a group, from 0. */
    private record Slot(String group, CallKey key, int occurrence) {}

    private final String file;
    private final RouteTraces.Route route;
    private final List<ObservedRequest> requests;
    private final int depth;
    private final List<Map<Slot, ObservedCall>> placed = new ArrayList<>();
    private final Map<Slot, Integer> seen = new LinkedHashMap<>();
    private final List<Slot> kept;
    private final CallOverlaps order;

    private RequestTree(String file, RouteTraces.Route route) throws RefusedTelemetry {
        this.file = file;
        this.route = route;
        this.requests = route.requests().stream().limit(MAX_REQUESTS).toList();
        this.depth = commonDepth();
        requests.forEach(this::place);
        int least = (int) Math.ceil(USUAL * requests.size());
        int most = seen.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        this.kept = seen.entrySet().stream()
                .filter(entry -> entry.getValue() >= Math.min(least, most))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparingDouble(this::meanStart))
                .toList();
        if (kept.size() > MAX_CALLS) {
            throw new RefusedTelemetry(file, "a request of '" + RefusedTelemetry.shown(route.label()) + "' makes "
                    + kept.size() + " calls, but allowed are " + MAX_CALLS + " in a scenario");
        }
        this.order = CallOverlaps.of(placed.stream()
                .map(slots -> kept.stream().map(slot -> Optional.ofNullable(slots.get(slot))).toList())
                .toList());
    }

    static ScenarioDraft draft(String file, RouteTraces.Route route) throws RefusedTelemetry {
        return new RequestTree(file, route).draft();
    }

    /** How many of the service's own spans lie around all calls, and so say nothing about groups. */
    private int commonDepth() {
        List<List<String>> paths = requests.stream()
                .flatMap(request -> request.calls().stream())
                .map(ObservedCall::path)
                .distinct()
                .toList();
        int common = 0;
        while (true) {
            int at = common;
            Set<String> names = new HashSet<>();
            for (List<String> path : paths) {
                if (path.size() <= at) {
                    return common;
                }
                names.add(path.get(at));
            }
            if (names.size() != 1) {
                return common;
            }
            common++;
        }
    }

    private String group(List<String> path) {
        return path.size() > depth ? path.get(depth) : "";
    }

    private void place(ObservedRequest request) {
        Map<Slot, ObservedCall> slots = new HashMap<>();
        for (ObservedCall call : request.calls()) {
            Slot slot = new Slot(group(call.path()), call.key(), 0);
            while (slots.containsKey(slot)) {
                slot = new Slot(slot.group, slot.key, slot.occurrence + 1);
            }
            slots.put(slot, call);
            seen.merge(slot, 1, Integer::sum);
        }
        placed.add(slots);
    }

    private double meanStart(Slot slot) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < requests.size(); i++) {
            ObservedCall call = placed.get(i).get(slot);
            if (call != null) {
                sum += call.startNanos() - requests.get(i).startNanos();
                count++;
            }
        }
        return sum / count;
    }

    private List<List<Integer>> groups() {
        List<List<Integer>> groups = order.groups((i, j) -> {
            String group = kept.get(i).group;
            return group.equals(kept.get(j).group) && (!group.isEmpty() || order.together(i, j));
        });
        return groups.size() > MAX_GROUPS
                ? List.of(IntStream.range(0, kept.size()).boxed().toList())
                : groups;
    }

    private ScenarioDraft draft() throws RefusedTelemetry {
        List<List<Integer>> groups = groups();
        Map<CallKey, String> names = CallKey.names(
                seen.keySet().stream().map(Slot::key).distinct().toList());
        Set<String> taken = new HashSet<>();
        List<String> callNames = kept.stream()
                .map(slot -> CallKey.unique(Objects.requireNonNull(names.get(slot.key)), taken))
                .toList();
        List<String> groupNames = groupNames(groups, callNames);
        List<String> spans = groups.stream()
                .map(members -> groups.size() == 1 ? "" : kept.get(members.getFirst()).group)
                .toList();
        double[] cpuMs = TimeBetweenCalls.meanMs(requests, calls(groups), spans, depth);
        Set<CallKey> described = new HashSet<>();
        List<ScenarioDraft.Group> drafts = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            List<Integer> members = groups.get(g);
            List<ScenarioDraft.Call> calls = new ArrayList<>();
            for (int i : members) {
                calls.add(call(i, members, callNames, described));
            }
            if (g == groups.size() - 1) {
                calls.addAll(rare(names, taken));
            }
            List<String> after = order.groupsBefore(groups, g).stream().map(groupNames::get).toList();
            drafts.add(new ScenarioDraft.Group(
                    groupNames.get(g), groupRemarks(after, members.size()), after, calls, cpuMs[g],
                    List.of("At most, of " + Format.count(requests.size(), "request") + ": the time in which no call ran, on"
                            + " average. It holds waits for threads, locks, connections and collections too, and calls"
                            + " without a span.")));
        }
        LatencyFit today = LatencyFit.ofSamples(
                requests.stream().mapToDouble(ObservedRequest::ms).toArray());
        String name = CallKey.kebab(route.label());
        return new ScenarioDraft(
                name.isEmpty() ? "my-endpoint" : name, origin(drafts), drafts, null, rateRemarks(),
                new ScenarioDraft.Today(today.p50Ms(), today.p99Ms()));
    }

    /** The calls of each request with the index of their group; one that is left out counts for the first. */
    private List<Map<ObservedCall, Integer>> calls(List<List<Integer>> groups) {
        Map<Slot, Integer> ofSlot = new HashMap<>();
        for (int g = 0; g < groups.size(); g++) {
            for (int i : groups.get(g)) {
                ofSlot.put(kept.get(i), g);
            }
        }
        List<Map<ObservedCall, Integer>> calls = new ArrayList<>();
        for (Map<Slot, ObservedCall> slots : placed) {
            Map<ObservedCall, Integer> ofRequest = new IdentityHashMap<>();
            slots.forEach((slot, call) -> ofRequest.put(call, ofSlot.getOrDefault(slot, 0)));
            calls.add(ofRequest);
        }
        return calls;
    }

    private List<String> groupNames(List<List<Integer>> groups, List<String> callNames) {
        Set<String> taken = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (List<Integer> members : groups) {
            String own = groups.size() == 1 ? "" : CallKey.kebab(kept.get(members.getFirst()).group);
            String name = !own.isEmpty()
                    ? own
                    : groups.size() == 1 ? "all" : members.size() == 1
                            ? callNames.get(members.getFirst())
                            : "step-" + (names.size() + 1);
            names.add(CallKey.unique(name, taken));
        }
        return names;
    }

    private ScenarioDraft.Call call(int i, List<Integer> members, List<String> names, Set<CallKey> described)
            throws RefusedTelemetry {
        Slot slot = kept.get(i);
        List<String> after = order.before(members, i).stream().map(names::get).toList();
        List<String> remarks = new ArrayList<>();
        if (!after.isEmpty()) {
            remarks.add("Began when " + quoted(after) + " had ended.");
        }
        if (!described.add(slot.key)) {
            int first = IntStream.range(0, i).filter(k -> kept.get(k).key.equals(slot.key)).findFirst().orElseThrow();
            return new ScenarioDraft.Call(
                    names.get(i), remarks, after, names.get(first), Latency.Fixed.ZERO, 0, -1, false);
        }
        return described(names.get(i), remarks, after, slot.key, false);
    }

    /** @param remarks to be followed by those on the latency */
    private ScenarioDraft.Call described(
            String name, List<String> remarks, List<String> after, CallKey key, boolean rare) throws RefusedTelemetry {
        List<ObservedCall> calls = requests.stream()
                .flatMap(request -> request.calls().stream())
                .filter(call -> call.key().equals(key))
                .toList();
        double[] ms = calls.stream().mapToDouble(ObservedCall::ms).toArray();
        LatencyFit fit = LatencyFit.ofSamples(ms);
        fit.requireShort(file, name);
        double failing = (double) calls.stream().filter(ObservedCall::failed).count() / calls.size();
        double payload = calls.stream()
                .mapToDouble(ObservedCall::payloadBytes)
                .filter(bytes -> bytes >= 0)
                .average()
                .orElse(-1);
        List<String> all = new ArrayList<>(remarks);
        all.add(Remarks.fit(fit));
        return new ScenarioDraft.Call(name, all, after, null, fit.latency(), failing, payload, rare);
    }

    private List<ScenarioDraft.Call> rare(Map<CallKey, String> names, Set<String> taken) throws RefusedTelemetry {
        List<ScenarioDraft.Call> rare = new ArrayList<>();
        Set<CallKey> told = new HashSet<>(kept.stream().map(Slot::key).toList());
        for (Map.Entry<Slot, Integer> entry : seen.entrySet()) {
            CallKey key = entry.getKey().key;
            if (rare.size() < MAX_CALLS && told.add(key)) {
                rare.add(described(
                        CallKey.unique(Objects.requireNonNull(names.get(key)), taken),
                        List.of("In " + entry.getValue() + " of " + Format.count(requests.size(), "request")
                                + ", so it is left out:"),
                        List.of(), key, true));
            }
        }
        return rare;
    }

    private List<String> groupRemarks(List<String> after, int size) {
        String inside = size == 1 ? "" : " Its calls overlapped, where nothing else is said.";
        return after.isEmpty()
                ? inside.isEmpty() ? List.of() : List.of(inside.strip())
                : List.of("Began when " + quoted(after) + " had ended." + inside);
    }

    private static String quoted(List<String> names) {
        return Format.list(names.stream().map(name -> "'" + name + "'").toList());
    }

    private List<String> origin(List<ScenarioDraft.Group> groups) {
        List<String> origin = new ArrayList<>();
        origin.add("From the spans of " + Format.count(requests.size(), "request") + " of '"
                + RefusedTelemetry.shown(route.label()) + "'"
                + (route.requests().size() > requests.size() ? ", the first of " + route.requests().size() : "") + ".");
        boolean inTurn = groups.stream().anyMatch(group ->
                !group.after().isEmpty() || group.calls().stream().anyMatch(call -> !call.after().isEmpty()));
        if (inTurn) {
            LatencyFit chain = LatencyFit.ofSamples(requests.stream()
                    .filter(request -> !request.calls().isEmpty())
                    .mapToDouble(request -> (request.calls().stream().mapToLong(ObservedCall::endNanos).max().orElseThrow()
                                    - request.calls().getFirst().startNanos())
                            / 1e6)
                    .toArray());
            origin.add("Some calls ran in turn, as said beside them. In a scenario every call may start at once, and the"
                    + " strategy decides. Where a call needs the answer of the one before, write both as one call with the"
                    + " sum of their times; all calls as one took " + ScenarioDraft.latency(chain.latency()) + ".");
        }
        return origin;
    }

    private List<String> rateRemarks() {
        long first = requests.stream().mapToLong(ObservedRequest::startNanos).min().orElseThrow();
        long last = requests.stream().mapToLong(ObservedRequest::startNanos).max().orElseThrow();
        return List.of("Traces do not tell the rate, since most services record a sample of them; here "
                + Format.count(requests.size(), "request") + " began within " + Format.plain((last - first) / 1e9)
                + " s. Counters do: add --from-prometheus.");
    }
}
