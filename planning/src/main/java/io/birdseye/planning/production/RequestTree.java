package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.planning.production.RouteTraces.Child;
import io.birdseye.planning.production.RouteTraces.Request;
import io.birdseye.planning.production.Span.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the requests of a route into the tree of a scenario: its calls, which of them run side by side, and what is
 * left for the CPU. A span of the service's own work with calls below it is a group; other calls are, if they overlap
 * in most requests.
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

    private final RouteTraces.Route route;
    private final List<Request> requests;
    private final int depth;
    private final List<Map<Slot, Child>> placed = new ArrayList<>();
    private final Map<Slot, Integer> seen = new LinkedHashMap<>();
    private final List<Slot> kept;
    private final CallOverlaps order;
    private final List<List<Integer>> groups;
    private final Map<CallKey, String> names;
    private final Set<String> taken = new HashSet<>();

    RequestTree(RouteTraces.Route route) throws RefusedTelemetry {
        this.route = route;
        requests = route.requests().stream().limit(MAX_REQUESTS).toList();
        depth = commonDepth();
        requests.forEach(this::place);
        int least = (int) Math.ceil(USUAL * requests.size());
        int most = seen.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        kept = seen.keySet().stream()
                .filter(slot -> seen.getOrDefault(slot, 0) >= Math.min(least, most))
                .sorted(Comparator.comparingDouble(this::meanStart))
                .toList();
        if (kept.size() > MAX_CALLS) {
            throw new RefusedTelemetry(route.file(), "a request of '" + RefusedTelemetry.shown(route.label()) + "' makes "
                    + kept.size() + " calls, but allowed are " + MAX_CALLS + " in a scenario");
        }
        order = new CallOverlaps(placed.stream().map(this::times).toList(), kept.size());
        groups = groups();
        names = CallKey.names(seen.keySet().stream().map(Slot::key).distinct().toList());
    }

    /** How many of the service's own spans lie around all calls, and so say nothing about groups. */
    private int commonDepth() {
        List<List<String>> paths = requests.stream()
                .flatMap(request -> request.calls().stream())
                .map(Child::path)
                .distinct()
                .toList();
        int common = 0;
        while (true) {
            int at = common;
            if (paths.stream().anyMatch(path -> path.size() <= at)
                    || paths.stream().map(path -> path.get(at)).distinct().count() != 1) {
                return common;
            }
            common++;
        }
    }

    private void place(Request request) {
        Map<Slot, Child> slots = new LinkedHashMap<>();
        for (Child call : request.calls()) {
            String group = call.path().size() > depth ? call.path().get(depth) : "";
            Slot slot = new Slot(group, call.key(), 0);
            while (slots.containsKey(slot)) {
                slot = new Slot(group, call.key(), slot.occurrence + 1);
            }
            slots.put(slot, call);
            seen.merge(slot, 1, Integer::sum);
        }
        placed.add(slots);
    }

    private double meanStart(Slot slot) {
        return IntStream.range(0, requests.size())
                .mapToObj(i -> Optional.ofNullable(placed.get(i).get(slot))
                        .map(call -> call.span().time().start() - requests.get(i).root().time().start()))
                .flatMap(Optional::stream)
                .mapToLong(Long::longValue)
                .average()
                .orElseThrow();
    }

    private @Nullable Interval[] times(Map<Slot, Child> slots) {
        return kept.stream().map(slots::get).map(call -> call == null ? null : call.span().time()).toArray(Interval[]::new);
    }

    private List<List<Integer>> groups() {
        List<List<Integer>> found = order.groups((i, j) -> {
            String group = kept.get(i).group;
            return group.equals(kept.get(j).group) && (!group.isEmpty() || order.together(i, j));
        });
        return found.size() > MAX_GROUPS ? List.of(IntStream.range(0, kept.size()).boxed().toList()) : found;
    }

    ScenarioDraft draft() throws RefusedTelemetry {
        List<String> callNames = kept.stream()
                .map(slot -> CallKey.unique(Objects.requireNonNull(names.get(slot.key)), taken))
                .toList();
        List<String> groupNames = groupNames(callNames);
        double[] cpuMs = cpuMs();
        Map<CallKey, String> described = new HashMap<>();
        List<ScenarioDraft.Group> drafts = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            List<Integer> members = groups.get(g);
            List<ScenarioDraft.Call> calls = new ArrayList<>();
            for (int i : members) {
                List<String> after = order.before(members, i).stream().map(callNames::get).toList();
                String first = described.putIfAbsent(kept.get(i).key, callNames.get(i));
                calls.add(first == null
                        ? call(callNames.get(i), began(after), after, kept.get(i).key, false)
                        : ScenarioDraft.Call.like(first, callNames.get(i), began(after), after));
            }
            if (g == groups.size() - 1) {
                calls.addAll(rare());
            }
            List<String> after = order.nearest(groups, members).stream().map(groupNames::get).toList();
            String inside = members.size() == 1 ? "" : "Its calls overlapped, where nothing else is said.";
            String remark = (String.join("", began(after)) + " " + inside).strip();
            drafts.add(new ScenarioDraft.Group(
                    groupNames.get(g), remark.isEmpty() ? List.of() : List.of(remark), after, calls, cpuMs[g],
                    "At most, of " + Format.count(requests.size(), "request") + ": the time in which no call ran, on"
                            + " average. It holds waits for threads, locks, connections and collections too, and calls"
                            + " without a span."));
        }
        LatencyFit today = LatencyFit.ofSamples(
                requests.stream().mapToDouble(request -> request.root().time().ms()).toArray());
        return new ScenarioDraft(
                CallKey.kebab(route.label()), origin(drafts), drafts, null, rateRemarks(),
                new ScenarioDraft.Today(today.p50Ms(), today.p99Ms()));
    }

    /** The name of a group's own span, or empty: a single group has all the service's spans around it. */
    private String span(List<Integer> group) {
        return groups.size() == 1 ? "" : kept.get(group.getFirst()).group;
    }

    private List<String> groupNames(List<String> callNames) {
        Set<String> used = new HashSet<>();
        List<String> found = new ArrayList<>();
        for (List<Integer> members : groups) {
            String own = CallKey.kebab(span(members));
            String byPlace = groups.size() == 1 ? "all" : members.size() == 1
                    ? callNames.get(members.getFirst())
                    : "step-" + (found.size() + 1);
            found.add(CallKey.unique(own.isEmpty() ? byPlace : own, used));
        }
        return found;
    }

    /** Of a call that is left out the time counts for the first group. */
    private double[] cpuMs() {
        Map<Slot, Integer> ofSlot = new HashMap<>();
        Map<String, Integer> ofSpan = new HashMap<>();
        for (int g = 0; g < groups.size(); g++) {
            int group = g;
            groups.get(g).forEach(i -> ofSlot.put(kept.get(i), group));
            ofSpan.put(span(groups.get(g)), group);
        }
        ofSpan.remove("");
        TimeBetweenCalls between = new TimeBetweenCalls(groups.size());
        for (int r = 0; r < requests.size(); r++) {
            Interval whole = requests.get(r).root().time();
            between.add(
                    whole,
                    placed.get(r).entrySet().stream()
                            .map(call -> new TimeBetweenCalls.Busy(
                                    call.getValue().span().time().within(whole), ofSlot.getOrDefault(call.getKey(), 0)))
                            .toList(),
                    requests.get(r).ownWork().stream()
                            .filter(work -> work.path().size() == depth + 1 && ofSpan.containsKey(work.path().getLast()))
                            .map(work -> new TimeBetweenCalls.Busy(
                                    work.span().time().within(whole), ofSpan.getOrDefault(work.path().getLast(), 0)))
                            .toList());
        }
        return between.meanMs();
    }

    /** @param remarks to be followed by those on the latency */
    private ScenarioDraft.Call call(String name, List<String> remarks, List<String> after, CallKey key, boolean rare)
            throws RefusedTelemetry {
        List<Span> calls = requests.stream()
                .flatMap(request -> request.calls().stream())
                .filter(call -> call.key().equals(key))
                .map(Child::span)
                .toList();
        LatencyFit fit = LatencyFit.ofSamples(calls.stream().mapToDouble(call -> call.time().ms()).toArray());
        fit.requireShort(route.file(), name);
        double failing = (double) calls.stream().filter(Span::failed).count() / calls.size();
        double payload = calls.stream().mapToDouble(RequestTree::payload).filter(bytes -> bytes >= 0).average().orElse(-1);
        List<String> all = new ArrayList<>(remarks);
        all.add(fit.remark());
        return new ScenarioDraft.Call(name, all, after, null, fit.latency(), failing, payload, rare);
    }

    /** Bytes of the answer's body, or below 0 where that is not recorded. */
    private static double payload(Span call) {
        try {
            return Double.parseDouble(call.attribute(
                    "http.response.body.size", "http.response_content_length", "http.response.header.content-length"));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private List<ScenarioDraft.Call> rare() throws RefusedTelemetry {
        List<ScenarioDraft.Call> rare = new ArrayList<>();
        Set<CallKey> told = new HashSet<>(kept.stream().map(Slot::key).toList());
        for (Map.Entry<Slot, Integer> entry : seen.entrySet()) {
            CallKey key = entry.getKey().key;
            if (rare.size() < MAX_CALLS && told.add(key)) {
                String remark = "In " + entry.getValue() + " of " + Format.count(requests.size(), "request") + ", so it is left out:";
                rare.add(call(
                        CallKey.unique(Objects.requireNonNull(names.get(key)), taken), List.of(remark), List.of(), key, true));
            }
        }
        return rare;
    }

    private static List<String> began(List<String> after) {
        return after.isEmpty()
                ? List.of()
                : List.of("Began when " + Format.list(after.stream().map(name -> "'" + name + "'").toList()) + " had ended.");
    }

    private List<String> origin(List<ScenarioDraft.Group> drafts) {
        List<String> origin = new ArrayList<>();
        origin.add("From the spans of " + Format.count(requests.size(), "request") + " of '"
                + RefusedTelemetry.shown(route.label()) + "'"
                + (route.requests().size() > requests.size() ? ", the first of " + route.requests().size() : "") + ".");
        boolean inTurn = drafts.stream().anyMatch(group ->
                !group.after().isEmpty() || group.calls().stream().anyMatch(call -> !call.after().isEmpty()));
        if (inTurn) {
            LatencyFit chain = LatencyFit.ofSamples(requests.stream()
                    .map(Request::calls)
                    .filter(calls -> !calls.isEmpty())
                    .mapToDouble(calls -> new Interval(
                                    calls.getFirst().span().time().start(),
                                    calls.stream().mapToLong(call -> call.span().time().end()).max().orElseThrow())
                            .ms())
                    .toArray());
            origin.add("Some calls ran in turn, as said beside them. In a scenario every call may start at once, and the"
                    + " strategy decides. Where a call needs the answer of the one before, write both as one call with the"
                    + " sum of their times; all calls as one took " + ScenarioDraft.latency(chain.latency()) + ".");
        }
        return origin;
    }

    private List<String> rateRemarks() {
        LongSummaryStatistics starts =
                requests.stream().mapToLong(request -> request.root().time().start()).summaryStatistics();
        return List.of("Traces do not tell the rate, since most services record a sample of them; here "
                + Format.count(requests.size(), "request") + " began within "
                + Format.plain((starts.getMax() - starts.getMin()) / 1e9) + " s. Counters do: add --from-prometheus.");
    }
}
