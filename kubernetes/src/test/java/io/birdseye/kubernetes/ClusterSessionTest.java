package io.birdseye.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials against fabric8's mock server, with {@link FakeControllers} in the place of the control plane. */
@EnableKubernetesMockClient(crud = true)
@NullUnmarked // the extension sets the fields
class ClusterSessionTest {

    private static final Pattern PATH = Pattern.compile(
            "/apis?(?:/([a-z]+))?/v1(?:/namespaces/tests)?/([a-z]+)(/[^/?]+)?(/log)?(?:\\?.*)?");

    KubernetesMockServer server;
    KubernetesClient client;

    @TempDir
    private Path out;

    private static String json(Trial trial) {
        return ResultsFile.JSON.writeValueAsString(new Task.Measured(List.of(trial)));
    }

    private static String completed() {
        Trial trial = new Trial(RowKey.of("rx"), 3, Budget.NONE, Topology.NONE, Trial.Outcome.COMPLETED, null, null);
        return FakeControllers.bundle(Map.of(TrialBundle.RESULT, json(trial), "latencies.hlog", "#[a histogram]\n"));
    }

    private KubernetesClient agent(String name) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(client.getConfiguration()).withUserAgent(name).build())
                .build();
    }

    private Trial run(String log, String lostRole) throws Exception {
        return run(new TrialSlot(3, "rx", 1), log, lostRole);
    }

    private Trial run(TrialSlot slot, String log, String lostRole) throws Exception {
        return run(new Task.Measure(Examples.trials(out, "rx"), List.of(slot)), log, lostRole).trials().getFirst();
    }

    private <R> R run(Task<R> task, String log, String lostRole) throws Exception {
        try (KubernetesClient controllers = agent("controllers");
                FakeControllers cluster = new FakeControllers(server, controllers, log, lostRole)) {
            try (Site.Session session = new ClusterSession(
                    Examples.cluster(false), new TrialStore(out),
                    () -> new Cluster(agent("birdseye"), FakeControllers.NAMESPACE, Duration.ofSeconds(1)))) {
                return session.run(task, 2, phase -> {});
            } finally {
                assertThat(cluster.objects()).as("nothing is left").isEmpty();
            }
        }
    }

    @Test
    void aTrialBringsItsFilesAndItsPlaceAndLeavesNothing() throws Exception {
        Trial trial = run(completed(), null);

        assertThat(trial.reason()).isNull();
        assertThat(trial.outcome()).isEqualTo(Trial.Outcome.COMPLETED);
        assertThat(trial.place()).isEqualTo(new Trial.Place(
                2, "node-of-service", List.of("node-of-injector", "node-of-mock"), null, null, 0, false, trial.place().overhead()));
        assertThat(out.resolve("trials/3-rx/latencies.hlog")).hasContent("#[a histogram]\n");
        assertThat(out.resolve("trials/3-rx/" + TrialBundle.RESULT)).doesNotExist();
    }

    /** The user who waits for a long load is not told that it starts again when its files come. */
    @Test
    void theLastLineOfTheLogTellsWhatIsDone() {
        List<String> log = completed().lines().toList();

        assertThat(TrialBundle.told("")).isEqualTo("starting");
        assertThat(TrialBundle.told(log.getFirst())).isEqualTo("measuring");
        assertThat(TrialBundle.told(log.getLast())).isEqualTo("fetching what was measured");
    }

    @Test
    void aFloorOfWhichAPodIsLostFailsWithItsReason() {
        TrialSettings trials = Examples.trials(out, "rx");

        assertThatThrownBy(() -> run(new Task.FindFloor(trials, trials.served().setups().getFirst()), "", "service"))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("the pod of the service on node-of-service ended (Evicted");
    }

    @Test
    void aTrialTellsWhatItTookBesideWarmUpAndWindow() throws Exception {
        long begin = System.nanoTime();
        Trial.Overhead overhead = run(completed(), null).place().overhead();
        double elapsed = (System.nanoTime() - begin) / 1e9;

        assertThat(overhead.startSeconds()).as("the coordinator's pod has to come").isPositive();
        assertThat(overhead.endSeconds()).as("the pods have to go").isPositive();
        assertThat(overhead.leadSeconds()).as("it ends at once").isZero();
        assertThat(overhead.startSeconds() + overhead.endSeconds()).isLessThan(elapsed);
    }

    @Test
    void warmUpAndWindowAreNoOverhead() {
        long second = 1_000_000_000;

        assertThat(new ClusterTrial.Moments(-second, 7 * second, 55 * second, 58 * second).beside(Duration.ofSeconds(42)))
                .isEqualTo(new Trial.Overhead(8, 6, 3));
    }

    @Test
    void aFailedTrialKeepsItsAxes() throws Exception {
        RowKey row = new RowKey("rx", new TreeMap<>(Map.of("heap", "1g")));

        assertThat(run(new TrialSlot(3, row, 1), "coordinator: mock-api was not ready\n", null).row()).isEqualTo(row);
    }

    @Test
    void anEvictedPodMakesTheTrialFailedWithItsReason() throws Exception {
        Trial trial = run("BIRDSEYE phase measuring\n", "injector");

        assertThat(trial.outcome()).isEqualTo(Trial.Outcome.FAILED);
        assertThat(trial.reason()).isEqualTo("the pod of the injector on node-of-injector ended"
                + " (Evicted: The node was low on resource: memory.)");
    }

    @Test
    void aCoordinatorThatEndsWithoutFiguresSaysWhy() throws Exception {
        Trial trial = run("BIRDSEYE phase starting\ncoordinator: mock-api was not ready\n", null);

        assertThat(trial.reason()).isEqualTo("mock-api was not ready");
    }

    @Test
    void aLogThatWasCutIsNotTakenForATrial() throws Exception {
        String log = completed();

        assertThat(run(log.substring(log.indexOf("files-begin") + 20), null).reason())
                .startsWith("the log of the coordinator was cut at its beginning");
    }

    @Test
    void aStrategyThatAnswersOtherwiseThanTheOthersFails() throws Exception {
        Files.createDirectories(out.resolve("trials/1-rx"));
        Files.writeString(out.resolve("trials/1-rx/answer.sha256"), "aa");
        Trial trial = new Trial(RowKey.of("rx"), 3, Budget.NONE, Topology.NONE, Trial.Outcome.COMPLETED, null, null);

        assertThat(run(FakeControllers.bundle(Map.of(
                        TrialBundle.RESULT, json(trial), "answer.sha256", "bb")), null).reason())
                .isEqualTo("the answer of rx is not the one that rx gives");
    }

    @Test
    void theRolesAllowWhatTheCommandDoesAndNothingElse() throws Exception {
        run(completed(), null);
        try (Cluster cluster = new Cluster(agent("birdseye"), FakeControllers.NAMESPACE, Duration.ofSeconds(1))) {
            Names names = new Names("role");
            try (RunLease lease = RunLease.take(cluster, names, Examples.cluster(false))) {
                lease.renew();
                assertThat(lease.lost()).isNull();
            }
            client.resource(new io.fabric8.kubernetes.api.model.PodBuilder()
                            .withMetadata(new ObjectMetaBuilder().withName("silent").withNamespace("tests")
                                    .withLabels(names.labels()).build())
                            .build())
                    .create();
            cluster.awaitGone(names.labels());
        }
        Set<String> done = new TreeSet<>();
        for (RecordedRequest request = next(); request != null; request = next()) {
            if ("birdseye".equals(request.getHeader("User-Agent"))) {
                done.add(right(request));
            }
        }

        assertThat(done).isEqualTo(Stream.concat(
                        rights(Serialization.unmarshal(read("role/role.yaml"), Role.class).getRules()),
                        rights(Serialization.unmarshal(read("role-nodes/cluster-role.yaml"), ClusterRole.class).getRules())
                                .map(right -> right.equals("list pods") ? "list pods everywhere" : right))
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private RecordedRequest next() throws InterruptedException {
        return server.takeRequest(100, TimeUnit.MILLISECONDS);
    }

    private static String read(String file) throws Exception {
        return Files.readString(Path.of("../deploy/kubernetes").resolve(file));
    }

    private static Stream<String> rights(List<PolicyRule> rules) {
        return rules.stream().flatMap(rule -> rule.getResources().stream()
                .flatMap(resource -> rule.getVerbs().stream()
                        .map(verb -> verb + " " + (rule.getApiGroups().getFirst().isEmpty() ? "" : rule.getApiGroups().getFirst() + "/")
                                + resource)));
    }

    private static String right(RecordedRequest request) {
        Matcher path = PATH.matcher(request.getPath());
        assertThat(path.matches()).as(request.getPath()).isTrue();
        boolean named = path.group(3) != null;
        String verb = switch (request.getMethod()) {
            case "GET" -> named ? "get" : "list";
            case "POST" -> "create";
            case "PATCH" -> "patch";
            case "DELETE" -> named ? "delete" : "deletecollection";
            default -> request.getMethod();
        };
        boolean everywhere = path.group(2).equals("pods") && !request.getPath().contains("/namespaces/");
        return verb + " " + (path.group(1) == null ? "" : path.group(1) + "/") + path.group(2)
                + (path.group(4) == null ? "" : path.group(4)) + (everywhere ? " everywhere" : "");
    }
}
