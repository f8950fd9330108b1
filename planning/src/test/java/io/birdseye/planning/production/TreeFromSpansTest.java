package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency;
import io.birdseye.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A tree that is known becomes spans, and the draft from these spans has the same tree. */
class TreeFromSpansTest {

    private static final int REQUESTS = 200;

    @TempDir
    Path folder;

    private record KnownCall(String name, double medianMs, double sigma) {}

    private record KnownGroup(String name, List<KnownCall> calls, boolean inTurn, double combineMs) {}

    private record KnownTree(List<KnownGroup> groups, boolean inTurn, boolean named) {}

    @RepeatedTest(15)
    void groupsCallsOrderAndTimesComeBack(RepetitionInfo repetition) throws Exception {
        assertComesBack(repetition.getCurrentRepetition());
    }

    @Tag("nightly")
    @RepeatedTest(200)
    void soItIsOfManyTrees(RepetitionInfo repetition) throws Exception {
        assertComesBack(15 + repetition.getCurrentRepetition());
    }

    private void assertComesBack(int seed) throws Exception {
        RandomGenerator random = new SplittableRandom(seed);
        KnownTree tree = tree(random);

        ScenarioDraft draft = draft(record(tree, random));

        int groups = tree.groups().size();
        // Groups that always run one after the other are one, with chains.
        assertThat(draft.groups()).hasSize(tree.inTurn() ? 1 : groups);
        for (int g = 0; g < groups; g++) {
            KnownGroup known = tree.groups().get(g);
            ScenarioDraft.Group found = draft.groups().stream().filter(group -> holds(group, known)).findFirst().orElseThrow();
            assertThat(found.calls()).extracting(ScenarioDraft.Call::name)
                    .containsAll(known.calls().stream().map(KnownCall::name).toList());
            if (tree.named() && draft.groups().size() > 1) {
                assertThat(found.name()).isEqualTo(known.name());
            }
            for (int c = 0; c < known.calls().size(); c++) {
                KnownCall call = known.calls().get(c);
                ScenarioDraft.Call foundCall = call(found, call);
                if (known.inTurn() && c > 0) {
                    assertThat(call(found, known.calls().get(c - 1)).then()).isEqualTo(call.name());
                } else if (!tree.inTurn()) {
                    assertThat(found.calls()).extracting(ScenarioDraft.Call::then).doesNotContain(call.name());
                }
                assertThat(foundCall.answer().latency()).isInstanceOfSatisfying(Latency.Lognormal.class, latency -> {
                    assertThat(latency.medianMs()).isCloseTo(call.medianMs(), within(0.2 * call.medianMs()));
                    assertThat(latency.sigma()).isCloseTo(call.sigma(), within(0.25 * call.sigma()));
                });
            }
            if (tree.inTurn() && g > 0) {
                List<String> before = tree.groups().get(g - 1).calls().stream().map(KnownCall::name).toList();
                List<String> names = known.calls().stream().map(KnownCall::name).toList();
                assertThat(found.calls()).anyMatch(call -> before.contains(call.name()) && names.contains(call.then()));
            }
        }
        if (tree.inTurn() || groups == 1) {
            double cpuMs = draft.groups().stream().mapToDouble(group -> group.cpuMs() == null ? 0 : group.cpuMs()).sum();
            double gapsInGroups = tree.groups().stream()
                    .mapToDouble(group -> group.inTurn() ? 0.01 * (group.calls().size() - 1) : 0)
                    .sum();
            double worked = 1 + tree.groups().stream().mapToDouble(KnownGroup::combineMs).sum();
            assertThat(cpuMs).isCloseTo(worked + gapsInGroups, within(0.1));
        }
    }

    /** What is written parses as a scenario with the same calls. */
    @RepeatedTest(5)
    void theDraftIsAValidScenario(RepetitionInfo repetition) throws Exception {
        RandomGenerator random = new SplittableRandom(1000 + repetition.getCurrentRepetition());
        KnownTree tree = tree(random);

        Scenario scenario = draft(record(tree, random)).file("shop.yaml").scenario();

        assertThat(scenario.calls()).extracting(Scenario.Call::name).containsExactlyInAnyOrderElementsOf(
                tree.groups().stream().flatMap(group -> group.calls().stream()).map(KnownCall::name).toList());
        assertThat(scenario.load()).as("traces do not tell the rate").isNull();
    }

    private static ScenarioDraft.Call call(ScenarioDraft.Group group, KnownCall known) {
        return group.calls().stream().filter(call -> call.name().equals(known.name())).findFirst().orElseThrow();
    }

    private static boolean holds(ScenarioDraft.Group group, KnownGroup known) {
        return group.calls().stream().anyMatch(call -> call.name().equals(known.calls().getFirst().name()));
    }

    private static ScenarioDraft draft(Path file) throws Exception {
        return ScenarioDraft.of(Optional.of(file), List.of(), ScenarioDraft.Wanted.ALL);
    }

    /** Groups without spans of their own are told apart by time: they run in turn, and their calls side by side. */
    private static KnownTree tree(RandomGenerator random) {
        boolean named = random.nextBoolean();
        boolean inTurn = !named || random.nextBoolean();
        List<KnownGroup> groups = new ArrayList<>();
        int calls = 0;
        int count = random.nextInt(1, 5);
        for (int g = 0; g < count; g++) {
            List<KnownCall> members = new ArrayList<>();
            int size = random.nextInt(1, 5);
            for (int c = 0; c < size; c++) {
                members.add(new KnownCall(
                        "upstream-" + (char) ('a' + calls++), random.nextDouble(20, 200), random.nextDouble(0.1, 0.6)));
            }
            groups.add(new KnownGroup(
                    "part-" + (char) ('a' + g), members, named && count > 1 && random.nextBoolean(), random.nextDouble(0.5, 20)));
        }
        return new KnownTree(groups, inTurn && count > 1, named);
    }

    private Path record(KnownTree tree, RandomGenerator random) {
        TraceFile file = new TraceFile();
        for (int r = 0; r < REQUESTS; r++) {
            record(tree, random, file, r * 1000.0);
        }
        return file.write(folder.resolve("traces.json"));
    }

    /** 1 ms of the service's own work, then the groups. */
    private static void record(KnownTree tree, RandomGenerator random, TraceFile file, double start) {
        List<double[]> ofGroups = new ArrayList<>();
        List<List<double[]>> ofCalls = new ArrayList<>();
        double begin = start + 1;
        double end = begin;
        for (KnownGroup group : tree.groups()) {
            double from = tree.inTurn() ? end : begin;
            List<double[]> calls = new ArrayList<>();
            double last = from;
            for (KnownCall call : group.calls()) {
                double at = group.inTurn() ? (calls.isEmpty() ? from : last + 0.01) : from;
                double took = call.medianMs() * Math.exp(call.sigma() * random.nextGaussian());
                calls.add(new double[] {at, at + took});
                last = Math.max(last, at + took);
            }
            ofCalls.add(calls);
            ofGroups.add(new double[] {from, last + group.combineMs()});
            end = Math.max(end, last + group.combineMs());
        }
        String root = file.request("/basket", start, end);
        for (int g = 0; g < ofGroups.size(); g++) {
            KnownGroup group = tree.groups().get(g);
            String parent = tree.named()
                    ? file.ownWork(root, group.name(), ofGroups.get(g)[0], ofGroups.get(g)[1])
                    : root;
            for (int c = 0; c < group.calls().size(); c++) {
                double[] call = ofCalls.get(g).get(c);
                file.call(parent, group.calls().get(c).name(), call[0], call[1]);
            }
        }
        file.endTrace();
    }
}
