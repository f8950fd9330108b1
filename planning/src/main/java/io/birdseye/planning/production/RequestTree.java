package io.birdseye.planning.production;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.birdseye.model.Format;
import io.birdseye.planning.production.RouteTraces.Child;
import io.birdseye.planning.production.RouteTraces.Request;
import io.birdseye.planning.production.TimeBetweenCalls.Busy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the requests of a route into the tree of a scenario: its calls, which of them run in turn, and what is left for
 * the CPU. A span of the service's own work with calls below it is a group, unless it always runs after another.
 */
final class RequestTree {

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
            return made.stream().filter(calls -> !calls.isEmpty()).flatMapToDouble(calls -> {
                double[] each = calls.stream().mapToDouble(Span::ms).toArray();
                return repeated ? DoubleStream.of(Arrays.stream(each).sum()) : Arrays.stream(each);
            }).toArray();
        }
    }

    private final RouteTraces found;
    private final List<Request> requests;
    private final List<Span> roots;
    private final int depth;
    private final Map<CallKey, String> leftOut = new LinkedHashMap<>();
    private final List<Calls> all = new ArrayList<>();
    private final List<Calls> kept;
    private final CallOverlaps order;
    private final List<List<Integer>> groups;
    private final List<String> names;
    private final Map<CallKey, String> ofKeys;

    RequestTree(RouteTraces found) {
        this.found = found;
        requests = found.requests.stream().limit(MAX_REQUESTS).toList();
        roots = requests.stream().map(Request::root).toList();
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
        kept = all.stream().filter(usual).sorted(Comparator.comparingDouble(this::start)).toList();
        ofKeys = CallKey.names(Stream.concat(kept.stream().map(Calls::key), leftOut.keySet().stream()).distinct().toList());
        if (kept.isEmpty() || kept.size() > ScenarioDraft.MAX_CALLS) {
            throw new RefusedTelemetry(found.file, "a request of '" + found.route.label() + "' makes " + kept.size()
                    + " calls that it waits for, but allowed are 1 to " + ScenarioDraft.MAX_CALLS + " in a scenario. "
                    + String.join(" ", remarksOfLeftOut()));
        }
        Set<String> taken = new HashSet<>();
        names = kept.stream().map(calls -> CallKey.unique(Objects.requireNonNull(ofKeys.get(calls.key)), taken)).toList();
        order = new CallOverlaps(roots, kept.stream().map(Calls::made).toList());
        List<List<Integer>> apart = order.groups(i -> kept.get(i).group);
        groups = apart.size() > MAX_GROUPS ? List.of(IntStream.range(0, kept.size()).boxed().toList()) : apart;
    }

    private List<List<Span>> none() {
        return Stream.generate(() -> (List<Span>) new ArrayList<Span>(1)).limit(requests.size()).toList();
    }

    /** How many of the service's own spans lie around all calls, and so say nothing about groups. */
    private int commonDepth() {
        List<List<String>> paths = requests.stream().flatMap(request -> request.calls().stream()).map(Child::path).distinct().toList();
        return (int) IntStream.range(0, paths.stream().mapToInt(List::size).min().orElse(0))
                .takeWhile(i -> paths.stream().map(path -> path.get(i)).distinct().count() == 1).count();
    }

    private void findLate() {
        Stream<Child> made = requests.stream().flatMap(request -> request.calls().stream());
        made.collect(groupingBy(Child::key, LinkedHashMap::new, toList())).forEach((key, calls) -> {
            long late = calls.stream().filter(call -> call.span().end() > call.root().end() + LATE_NANOS).count();
            long after = calls.stream().filter(call -> call.span().start() >= call.root().end()).count();
            if (late > OFTEN_LATE * calls.size()) {
                leftOut.put(key, (2 * after > late ? "begins after the request has ended" : "outlasts its request") + ", "
                        + late + " of " + Format.count(calls.size(), "time") + ", so nobody waits for it");
            }
        });
    }

    /** Calls of one kind in a request are one call that is made several times, or retries, or calls of their own. */
    private void tellApart(String group, CallKey key, List<List<Span>> made) {
        List<List<Span>> several = made.stream().filter(calls -> calls.size() > 1).toList();
        int[] counts = made.stream().mapToInt(List::size).filter(count -> count > 0).sorted().toArray();
        int usual = counts[counts.length / 2];
        boolean inTurn = 2 * several.stream().filter(calls -> IntStream.range(1, calls.size())
                .anyMatch(i -> calls.get(i).overlaps(calls.get(i - 1)))).count() < several.size();
        long mixed = IntStream.range(0, requests.size()).filter(r -> made.get(r).size() > 1 && requests.get(r).calls().stream()
                .anyMatch(call -> !call.key().equals(key) && call.span().start() >= made.get(r).getFirst().end()
                        && call.span().start() < made.get(r).getLast().start())).count();
        boolean repeated = inTurn && usual > 1 && (usual > 3 || 2 * mixed < several.size());
        boolean retried = inTurn && usual == 1 && several.stream()
                .filter(calls -> calls.subList(0, calls.size() - 1).stream().allMatch(Span::failed)).count() >= 0.9 * several.size();
        int slots = repeated || retried ? 1 : counts[counts.length - 1];
        for (int k = 0; k < slots; k++) {
            int nth = k;
            all.add(new Calls(group, key, repeated, retried, slots == 1 ? made
                    : made.stream().map(calls -> calls.stream().skip(nth).limit(1).toList()).toList()));
        }
    }

    private double start(Calls calls) {
        return IntStream.range(0, requests.size()).filter(r -> !calls.made.get(r).isEmpty())
                .mapToDouble(r -> calls.made.get(r).getFirst().start() - roots.get(r).start()).average().orElse(0);
    }

    ScenarioDraft draft(RefusedTelemetry.Warnings warnings) {
        TimeBetweenCalls between = between();
        Map<CallKey, Integer> described = new HashMap<>();
        List<ScenarioDraft.Group> drafts = new ArrayList<>();
        Set<String> groupNames = new HashSet<>();
        for (int g = 0; g < groups.size(); g++) {
            Map<Integer, Integer> before = order.chains(groups.get(g), i -> Arrays.stream(kept.get(i).ms()).average().orElse(0));
            Map<Integer, String> then = new HashMap<>();
            before.forEach((next, previous) -> then.put(previous, names.get(next)));
            List<ScenarioDraft.Call> calls = new ArrayList<>();
            for (int i : groups.get(g)) {
                Calls each = kept.get(i);
                Integer previous = before.get(i);
                double share = previous == null ? each.requests() / (double) requests.size() : order.share(previous, i);
                // A call that is like another one has its probability too.
                Integer like = each.repeated ? null : described.get(each.key);
                if (share > 0.995 && !each.repeated) {
                    described.putIfAbsent(each.key, i);
                }
                List<String> remarks = new ArrayList<>();
                if (each.requests() < requests.size()) {
                    remarks.add("In " + of(each.requests()) + ".");
                }
                addOrder(remarks, groups.get(g), i, previous);
                ScenarioDraft.Answer answer = like == null ? answer(each, names.get(i), remarks) : ScenarioDraft.Answer.NONE;
                calls.add(new ScenarioDraft.Call(names.get(i), remarks, then.get(i), like == null ? null : names.get(like), share, answer));
            }
            String span = groups.size() == 1 ? "" : CallKey.kebab(kept.get(groups.get(g).getFirst()).group);
            drafts.add(new ScenarioDraft.Group(CallKey.unique(span.isEmpty() ? "all" : span, groupNames), calls, between.meanMs(g)));
        }
        double[] took = roots.stream().mapToDouble(Span::ms).toArray();
        return new ScenarioDraft(CallKey.kebab(found.route.label()),
                Stream.concat(warnings.sentences().stream(), doubts(took).stream()).toList(),
                new ScenarioDraft.Traced(found.route.label(), requests.size(), found.requests.size(),
                        (roots.getLast().start() - roots.getFirst().start()) / 1e9,
                        Stream.concat(found.remarks.stream(), remarksOfLeftOut().stream()).toList(), between.leftOut()),
                null, drafts, null, LatencyFit.ofSamples(took));
    }

    private void addOrder(List<String> remarks, List<Integer> group, int call, @Nullable Integer previous) {
        List<Integer> nearest = order.nearest(group, call);
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
    }

    /** Of requests that made all their calls at the first attempt. */
    private TimeBetweenCalls between() {
        Map<Calls, Integer> ofCalls = new IdentityHashMap<>();
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
            Span root = roots.get(r);
            if (all.stream().noneMatch(calls -> calls.retried && calls.made.get(request).size() > 1)) {
                Stream<Busy> calls = all.stream().flatMap(one -> one.made.get(request).stream()
                        .map(call -> new Busy(call, root, ofCalls.getOrDefault(one, 0))));
                between.add(root, Stream.concat(calls, requests.get(r).waits().stream().map(wait -> new Busy(wait, root, 0))).toList(),
                        requests.get(r).ownWork().stream()
                                .filter(work -> work.path().size() == depth + 1 && ofSpan.containsKey(work.path().getLast()))
                                .map(work -> new Busy(work.span(), root, ofSpan.getOrDefault(work.path().getLast(), 0))).toList());
            }
        }
        return between;
    }

    /** @param remarks to which those on the latency are added */
    private ScenarioDraft.Answer answer(Calls calls, String name, List<String> remarks) {
        List<Calls> alike = all.stream().filter(one -> calls.repeated ? one == calls : one.key.equals(calls.key) && !one.repeated).toList();
        List<List<Span>> made = alike.stream().flatMap(one -> one.made.stream()).filter(spans -> !spans.isEmpty()).toList();
        List<Span> each = made.stream().flatMap(List::stream).toList();
        LatencyFit fit = LatencyFit.ofSamples(alike.stream().flatMapToDouble(one -> Arrays.stream(one.ms())).toArray())
                .requireShort(found.file, name);
        double payload = each.stream().mapToDouble(RequestTree::payload).filter(bytes -> bytes >= 0).average().orElse(-1);
        double failing = (double) (calls.repeated ? made.stream().filter(spans -> spans.stream().anyMatch(Span::failed)).count()
                : each.stream().filter(Span::failed).count()) / (calls.repeated ? made.size() : each.size());
        if (calls.repeated) {
            IntSummaryStatistics counts = made.stream().mapToInt(List::size).summaryStatistics();
            remarks.add("Made " + (counts.getMin() == counts.getMax() ? "" : counts.getMin() + " to ") + counts.getMax()
                    + " times in turn, " + Format.ms(each.stream().mapToDouble(Span::ms).average().orElse(0))
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
        return new ScenarioDraft.Answer(fit.latency(), false, failing,
                payload < 0 || !calls.repeated ? payload : payload * each.size() / made.size());
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

    private static List<String> doubts(double[] took) {
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
