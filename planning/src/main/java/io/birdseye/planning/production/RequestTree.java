package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.planning.production.RouteTraces.Child;
import io.birdseye.planning.production.RouteTraces.Request;
import io.birdseye.planning.production.Span.Interval;
import io.birdseye.planning.production.TimeBetweenCalls.Busy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the requests of a route into the tree of a scenario: its calls, which of them run in turn, and what is left for
 * the CPU. A span of the service's own work with calls below it is a group, unless it always runs after another.
 */
final class RequestTree {

    private static final int MAX_CALLS = 64;
    private static final int MAX_GROUPS = 16;

    /** More requests hardly change a distribution. */
    private static final int MAX_REQUESTS = 10_000;

    private static final int FEW_REQUESTS = 30;

    /** A call that a smaller share of requests makes is not part of the tree. */
    private static final double RARE = 0.02;

    /** Nobody waits for a call that outlasts its request this often; the others were given up. */
    private static final double OFTEN_LATE = 0.1;

    /** Clocks and filters end a request a little before its last call. */
    private static final double LATE_NANOS = 1e6;

    /** What the requests, one by one, made of one kind of call: none, one, or several in turn that are one call. */
    private record Calls(String group, CallKey key, boolean repeated, boolean retried, List<List<Span>> made) {

        int requests() {
            return (int) made.stream().filter(calls -> !calls.isEmpty()).count();
        }

        /** The times of calls or, if they are repeated, of all of a request. */
        double[] ms() {
            return repeated ? made.stream().filter(calls -> !calls.isEmpty()).mapToDouble(Calls::sumMs).toArray()
                    : made.stream().flatMap(List::stream).mapToDouble(call -> call.time().ms()).toArray();
        }

        private static double sumMs(List<Span> calls) {
            return calls.stream().mapToDouble(call -> call.time().ms()).sum();
        }
    }

    private final RouteTraces.Route route;
    private final List<Request> requests;
    private final int depth;
    private final Map<CallKey, String> leftOut = new LinkedHashMap<>();
    private final List<Calls> all = new ArrayList<>();
    private final List<Calls> kept;
    private final CallOverlaps order;
    private final List<List<Integer>> groups;
    private final List<String> names;
    private final Map<CallKey, String> ofKeys;

    RequestTree(RouteTraces.Route route) throws RefusedTelemetry {
        this.route = route;
        requests = route.requests().stream().limit(MAX_REQUESTS).toList();
        depth = commonDepth();
        findLate();
        Map<CallKey, Map<String, List<List<Span>>>> kinds = new LinkedHashMap<>();
        for (int r = 0; r < requests.size(); r++) {
            for (Child call : requests.get(r).calls()) {
                if (!leftOut.containsKey(call.key())) {
                    String group = call.path().size() > depth ? call.path().get(depth) : "";
                    kinds.computeIfAbsent(call.key(), _ -> new LinkedHashMap<>())
                            .computeIfAbsent(group, _ -> none()).get(r).add(call.span());
                }
            }
        }
        kinds.forEach((key, ofGroups) -> ofGroups.forEach((group, made) -> tellApart(group, key, made)));
        Predicate<Calls> usual = calls -> calls.requests() >= RARE * requests.size();
        all.stream().filter(usual.negate()).forEach(calls -> leftOut.putIfAbsent(calls.key, "was made in " + of(calls.requests())));
        kept = all.stream().filter(usual).sorted(Comparator.comparingDouble(this::startMs)).toList();
        ofKeys = CallKey.names(Stream.concat(kept.stream().map(Calls::key), leftOut.keySet().stream()).distinct().toList());
        if (kept.isEmpty() || kept.size() > MAX_CALLS) {
            throw new RefusedTelemetry(route.file(), "a request of '" + RefusedTelemetry.shown(route.label()) + "' makes " + kept.size()
                    + " calls that it waits for, but allowed are 1 to " + MAX_CALLS + " in a scenario. "
                    + String.join(" ", remarksOfLeftOut()));
        }
        Set<String> taken = new HashSet<>();
        names = kept.stream().map(calls -> CallKey.unique(Objects.requireNonNull(ofKeys.get(calls.key)), taken)).toList();
        order = new CallOverlaps(IntStream.range(0, requests.size()).mapToObj(this::times).toList(), kept.size());
        List<List<Integer>> found = order.groups((i, j) -> kept.get(i).group.equals(kept.get(j).group));
        groups = found.size() > MAX_GROUPS ? List.of(IntStream.range(0, kept.size()).boxed().toList()) : found;
    }

    private List<List<Span>> none() {
        return Stream.generate(() -> (List<Span>) new ArrayList<Span>(1)).limit(requests.size()).toList();
    }

    /** How many of the service's own spans lie around all calls, and so say nothing about groups. */
    private int commonDepth() {
        List<List<String>> paths = requests.stream().flatMap(request -> request.calls().stream()).map(Child::path).distinct().toList();
        int common = 0;
        while (true) {
            int at = common;
            if (paths.stream().anyMatch(path -> path.size() <= at) || paths.stream().map(path -> path.get(at)).distinct().count() != 1) {
                return common;
            }
            common++;
        }
    }

    private void findLate() {
        Map<CallKey, int[]> counts = new LinkedHashMap<>();
        for (Request request : requests) {
            Interval time = request.root().time();
            for (Child call : request.calls()) {
                int[] count = counts.computeIfAbsent(call.key(), _ -> new int[3]);
                count[0]++;
                count[1] += call.span().time().end() > time.end() + LATE_NANOS ? 1 : 0;
                count[2] += call.span().time().start() >= time.end() ? 1 : 0;
            }
        }
        counts.forEach((key, count) -> {
            if (count[1] > OFTEN_LATE * count[0]) {
                leftOut.put(key, (2 * count[2] > count[1] ? "begins after the request has ended" : "outlasts its request") + ", "
                        + count[1] + " of " + Format.count(count[0], "time") + ", so nobody waits for it");
            }
        });
    }

    /** Calls of one kind in a request are one call that is made several times, or retries, or calls of their own. */
    private void tellApart(String group, CallKey key, List<List<Span>> made) {
        List<List<Span>> several = made.stream().filter(calls -> calls.size() > 1).toList();
        int[] counts = made.stream().mapToInt(List::size).filter(count -> count > 0).sorted().toArray();
        int usual = counts[counts.length / 2];
        boolean inTurn = 2 * several.stream().filter(calls -> IntStream.range(1, calls.size())
                .anyMatch(i -> calls.get(i).time().overlaps(calls.get(i - 1).time()))).count() < several.size();
        long mixed = IntStream.range(0, requests.size()).filter(r -> requests.get(r).calls().stream()
                .anyMatch(call -> !call.key().equals(key) && isBetween(call.span(), made.get(r)))).count();
        boolean repeated = inTurn && usual > 1 && (usual > 3 || 2 * mixed < several.size());
        boolean retried = inTurn && usual == 1 && several.stream()
                .filter(calls -> calls.subList(0, calls.size() - 1).stream().allMatch(Span::failed)).count() >= 0.9 * several.size();
        int slots = repeated || retried ? 1 : counts[counts.length - 1];
        for (int k = 0; k < slots; k++) {
            int nth = k;
            all.add(new Calls(group, key, repeated, retried, slots == 1 ? made : made.stream()
                    .map(calls -> calls.size() > nth ? List.of(calls.get(nth)) : List.<Span>of()).toList()));
        }
    }

    private static boolean isBetween(Span call, List<Span> others) {
        return others.size() > 1 && call.time().start() >= others.getFirst().time().end()
                && call.time().start() < others.getLast().time().start();
    }

    private double startMs(Calls calls) {
        return IntStream.range(0, requests.size()).filter(r -> !calls.made.get(r).isEmpty())
                .mapToDouble(r -> calls.made.get(r).getFirst().time().start() - requests.get(r).root().time().start()).average().orElse(0);
    }

    /** From the start of its request. */
    private List<List<Interval>> times(int request) {
        return kept.stream()
                .map(calls -> calls.made.get(request).stream().map(call -> call.time().since(requests.get(request).root().time().start())).toList())
                .toList();
    }

    ScenarioDraft draft(RefusedTelemetry.Warnings warnings) throws RefusedTelemetry {
        TimeBetweenCalls between = between();
        double[] cpuMs = between.meanMs();
        Map<CallKey, Integer> described = new HashMap<>();
        List<ScenarioDraft.Group> drafts = new ArrayList<>();
        Set<String> groupNames = new HashSet<>();
        for (int g = 0; g < groups.size(); g++) {
            Map<Integer, Integer> before = order.chains(groups.get(g), i -> Arrays.stream(kept.get(i).ms()).average().orElse(0));
            Map<Integer, String> then = new HashMap<>();
            before.forEach((next, previous) -> then.put(previous, names.get(next)));
            List<ScenarioDraft.Call> calls = new ArrayList<>();
            for (int i : groups.get(g)) {
                Integer previous = before.get(i);
                double share = previous == null ? kept.get(i).requests() / (double) requests.size() : order.share(previous, i);
                // A call that is like another one has its probability too.
                Integer like = kept.get(i).repeated ? null : described.get(kept.get(i).key);
                if (share > 0.995 && !kept.get(i).repeated) {
                    described.putIfAbsent(kept.get(i).key, i);
                }
                List<String> remarks = new ArrayList<>();
                if (kept.get(i).requests() < requests.size()) {
                    remarks.add("In " + of(kept.get(i).requests()) + ".");
                }
                remarks.addAll(orderRemarks(groups.get(g), i, previous));
                ScenarioDraft.Answer answer = like == null ? answer(kept.get(i), names.get(i), remarks) : ScenarioDraft.Answer.NONE;
                calls.add(new ScenarioDraft.Call(names.get(i), remarks, then.get(i), like == null ? null : names.get(like), share, answer));
            }
            String span = groups.size() == 1 ? "" : CallKey.kebab(kept.get(groups.get(g).getFirst()).group);
            String name = CallKey.unique(span.isEmpty() ? "all" : span, groupNames);
            drafts.add(new ScenarioDraft.Group(name, calls, cpuMs[g]));
        }
        List<Interval> times = requests.stream().map(request -> request.root().time())
                .sorted(Comparator.comparingLong(Interval::start)).toList();
        double[] took = times.stream().mapToDouble(Interval::ms).toArray();
        LatencyFit today = LatencyFit.ofSamples(took);
        return new ScenarioDraft(CallKey.kebab(route.label()),
                Stream.concat(warnings.sentences().stream(), doubts(took).stream()).toList(),
                new ScenarioDraft.Traced(RefusedTelemetry.shown(route.label()), requests.size(), route.requests().size(),
                        (times.getLast().start() - times.getFirst().start()) / 1e9,
                        Stream.concat(route.remarks().stream(), remarksOfLeftOut().stream()).toList(), between.leftOut()),
                null, drafts, null, today);
    }

    private List<String> orderRemarks(List<Integer> group, int call, @Nullable Integer previous) {
        List<Integer> nearest = order.nearest(group, call);
        List<String> remarks = new ArrayList<>();
        String after = "Began when " + Format.list(nearest.stream().map(i -> "'" + names.get(i) + "'").toList()) + " had ended";
        if (previous == null && !nearest.isEmpty()) {
            remarks.add(after + ", which has another call after it already: here it begins at once.");
        } else if (previous != null && nearest.size() > 1) {
            remarks.add(after + "; here it follows '" + names.get(previous) + "'.");
        } else if (previous != null && !order.beganFirst(previous, call)) {
            remarks.add("Began before '" + names.get(previous) + "'; it stands after it, since it is not always made.");
        }
        group.stream().filter(other -> order.onlyInTurn(other, call)).findFirst().ifPresent(other ->
                remarks.add("Began when '" + names.get(other) + "' had ended, where both were made; a chain cannot say it, since"
                        + " each is made without the other too."));
        return remarks;
    }

    /** Of requests that made all their calls at the first attempt. */
    private TimeBetweenCalls between() {
        IdentityHashMap<Calls, Integer> ofCalls = new IdentityHashMap<>();
        Map<String, Integer> ofSpan = new HashMap<>();
        for (int g = 0; g < groups.size(); g++) {
            for (int i : groups.get(g)) {
                ofCalls.put(kept.get(i), g);
                ofSpan.put(groups.size() == 1 ? "" : kept.get(i).group, g);
            }
        }
        TimeBetweenCalls between = new TimeBetweenCalls(groups.size());
        for (int r = 0; r < requests.size(); r++) {
            int request = r;
            Interval time = requests.get(r).root().time();
            if (all.stream().noneMatch(calls -> calls.retried && calls.made.get(request).size() > 1)) {
                between.add(time,
                        Stream.concat(all.stream().flatMap(calls -> calls.made.get(request).stream().map(call ->
                                        new Busy(call.time().within(time), ofCalls.getOrDefault(calls, 0)))),
                                requests.get(r).waits().stream().map(wait -> new Busy(wait.time().within(time), 0))).toList(),
                        requests.get(r).ownWork().stream()
                                .filter(work -> work.path().size() == depth + 1 && ofSpan.containsKey(work.path().getLast()))
                                .map(work -> new Busy(work.span().time().within(time), ofSpan.getOrDefault(work.path().getLast(), 0)))
                                .toList());
            }
        }
        return between;
    }

    /** @param remarks to which those on the latency are added */
    private ScenarioDraft.Answer answer(Calls calls, String name, List<String> remarks) throws RefusedTelemetry {
        List<Calls> alike = calls.repeated ? List.of(calls) : all.stream().filter(one -> one.key.equals(calls.key) && !one.repeated).toList();
        List<List<Span>> made = alike.stream().flatMap(one -> one.made.stream()).filter(spans -> !spans.isEmpty()).toList();
        List<Span> each = made.stream().flatMap(List::stream).toList();
        LatencyFit fit = LatencyFit.ofSamples(alike.stream().flatMapToDouble(one -> Arrays.stream(one.ms())).toArray());
        fit.requireShort(route.file(), name);
        double payload = each.stream().mapToDouble(RequestTree::payload).filter(bytes -> bytes >= 0).average().orElse(-1);
        double failing = (double) (calls.repeated ? made.stream().filter(spans -> spans.stream().anyMatch(Span::failed)).count()
                : each.stream().filter(Span::failed).count()) / (calls.repeated ? made.size() : each.size());
        if (calls.repeated) {
            int[] counts = made.stream().mapToInt(List::size).sorted().toArray();
            remarks.add("Made " + (counts[0] == counts[counts.length - 1] ? "" : counts[0] + " to ") + counts[counts.length - 1]
                    + " times in turn, " + Format.ms(each.stream().mapToDouble(call -> call.time().ms()).average().orElse(0))
                    + " each: here it is one call that lasts as long as all of them.");
        }
        long again = made.stream().filter(spans -> spans.size() > 1).count();
        if (calls.retried && again > 0) {
            remarks.add("In " + of(again) + " made a second time, since the first had failed, so that is left out."
                    + " Where your client retries, add for example retry: { times: 1, on: [503] }.");
        }
        if (each.getFirst().kind() == Span.Kind.PRODUCER) {
            remarks.add("A message that is published.");
        }
        remarks.add(fit.remark());
        return new ScenarioDraft.Answer(fit.latency(), false, failing, payload < 0 || !calls.repeated ? payload : payload * each.size() / made.size());
    }

    /** Bytes of the answer's body, or below 0 where that is not recorded. */
    private static double payload(Span call) {
        String bytes = call.attribute("http.response.body.size", "http.response_content_length", "http.response.header.content-length");
        return bytes.matches("\\d{1,12}(\\.\\d+)?") ? Double.parseDouble(bytes) : -1;
    }

    private String of(long count) {
        return count + " of " + Format.count(requests.size(), "request");
    }

    private List<String> remarksOfLeftOut() {
        return leftOut.entrySet().stream()
                .filter(entry -> kept.stream().noneMatch(calls -> calls.key.equals(entry.getKey())))
                .map(entry -> "Left out: '" + ofKeys.get(entry.getKey()) + "' " + entry.getValue() + ".").toList();
    }

    private List<String> doubts(double[] took) {
        List<String> doubts = new ArrayList<>();
        int first = Math.max(1, took.length / 20);
        double cold = LatencyFit.ofSamples(Arrays.copyOf(took, first)).p50Ms();
        double warm = LatencyFit.ofSamples(Arrays.copyOfRange(took, Math.min(first, took.length - 1), took.length)).p50Ms();
        if (took.length < FEW_REQUESTS) {
            doubts.add((took.length == 1 ? "This is 1 request, which" : "These are " + took.length + " requests, which")
                    + " may not be usual: the first ones after a start take several times as long, and samplers prefer slow ones.");
        }
        if (cold > 2 * warm) {
            doubts.add("The first " + Format.count(first, "request") + " took " + Format.ms(cold) + " and the others " + Format.ms(warm)
                    + ": a cold start. Record requests of a service that is warm.");
        }
        return doubts;
    }
}
