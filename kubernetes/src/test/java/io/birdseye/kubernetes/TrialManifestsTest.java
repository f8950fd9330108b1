package io.birdseye.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSettings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialManifestsTest {

    private static final Path OUT = Path.of("results");

    private static TrialManifests manifests(boolean colocated, Map<PodRole, Set<String>> near) {
        TrialSettings trials = Examples.trials(OUT, "rx");
        return new TrialManifests(
                Examples.cluster(colocated), new Names("abc"), 2, 7, near,
                new Task.FindFloor(trials, trials.served().setups().getFirst()), "secret");
    }

    private static List<PodSpec> pods(TrialManifests manifests) {
        return manifests.all().stream()
                .flatMap(object -> switch (object) {
                    case Pod pod -> Stream.of(pod.getSpec());
                    case Job job -> Stream.of(job.getSpec().getTemplate().getSpec());
                    default -> Stream.<PodSpec>empty();
                })
                .toList();
    }

    /** Renewed by: the file that the failure names, after a look at the difference. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatADryRunPrintsIsKnownToTheLetter(boolean colocated) throws Exception {
        Path golden = Path.of("src/test/resources/io/birdseye/kubernetes", colocated ? "colocated.yaml" : "apart.yaml");
        String yaml = new ClusterSite(Examples.cluster(colocated), "abc123").manifests(Task.Measure.first(Examples.trials(OUT, "rx", "executor")));
        Path now = Path.of("target", golden.getFileName().toString());
        Files.writeString(now, yaml);

        assertThat(golden).as("see %s", now.toAbsolutePath()).exists();
        assertThat(yaml).isEqualTo(Files.readString(golden));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void podsKeepTheRulesOfRestrictedPodSecurity(boolean colocated) {
        assertThat(pods(manifests(colocated, Map.of()))).hasSize(4).allSatisfy(pod -> {
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getContainers()).singleElement().satisfies(container -> {
                assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
                assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
                assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
            });
            assertThat(pod.getVolumes()).allSatisfy(volume ->
                    assertThat(volume.getEmptyDir() != null || volume.getConfigMap() != null).isTrue());
        });
    }

    @Test
    void podsAreGuaranteedWholeProcessorsAndHaveADeadline() {
        assertThat(pods(manifests(false, Map.of()))).allSatisfy(pod -> {
            var resources = pod.getContainers().getFirst().getResources();
            assertThat(resources.getRequests()).isEqualTo(resources.getLimits()).containsKeys("cpu", "memory");
            assertThat(resources.getLimits().get("cpu").getAmount()).matches("\\d+");
            assertThat(resources.getLimits().get("cpu").getFormat()).isEmpty();
            assertThat(pod.getActiveDeadlineSeconds()).isBetween(200L, 400L);
        });
    }

    @Test
    void podsThatMayShareNodesAreNeverThrottled() {
        assertThat(pods(manifests(true, Map.of()))).allSatisfy(pod -> {
            assertThat(pod.getContainers().getFirst().getResources().getLimits()).containsOnlyKeys("memory");
            assertThat(pod.getAffinity().getPodAntiAffinity()).isNull();
        });
    }

    @Test
    void injectorsAreAnIndexedJobThatReplacesNobody() {
        Job job = (Job) object("birdseye-abc-7-injector", Job.class);

        assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
        assertThat(job.getSpec().getCompletions()).isEqualTo(job.getSpec().getParallelism()).isEqualTo(2);
        assertThat(job.getSpec().getBackoffLimit()).isZero();
        assertThat(job.getSpec().getPodFailurePolicy().getRules()).extracting("action").containsOnly("FailJob");
        assertThat(job.getSpec().getTemplate().getSpec().getSubdomain())
                .as("pods have the names that the order lists").isEqualTo("birdseye-abc-7-injector");
        assertThat(manifests(false, Map.of()).order().injectors()).containsExactly(
                "http://birdseye-abc-7-injector-0.birdseye-abc-7-injector:7400",
                "http://birdseye-abc-7-injector-1.birdseye-abc-7-injector:7400");
    }

    private static HasMetadata object(String name, Class<?> type) {
        return manifests(false, Map.of()).all().stream()
                .filter(type::isInstance)
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst().orElseThrow();
    }

    @Test
    void aBlockGoesBackToItsNodesIfThereIsRoom() {
        Pod service = manifests(false, Map.of(PodRole.SERVICE, Set.of("b", "a"))).all().stream()
                .filter(Pod.class::isInstance).map(Pod.class::cast)
                .filter(pod -> pod.getMetadata().getName().endsWith("-service")).findFirst().orElseThrow();

        assertThat(service.getSpec().getAffinity().getNodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution())
                .singleElement()
                .satisfies(term -> assertThat(term.getPreference().getMatchExpressions().getFirst().getValues())
                        .containsExactly("a", "b"));
    }

    @Test
    void theServiceHasItsHeapAndAGibibyteMore() {
        Pod service = (Pod) object("birdseye-abc-7-service", Pod.class);

        assertThat(service.getSpec().getContainers().getFirst().getResources().getLimits().get("memory").toString())
                .isEqualTo("4096Mi");
        assertThat(service.getSpec().getNodeSelector()).isEqualTo(Map.of("pool", "fast"));
        assertThat(service.getSpec().getContainers().getFirst().getImage()).isEqualTo("registry.example/birdseye-service:1");
    }

    @Test
    void settingsThatCannotBeAreRefusedInWords() {
        assertThatThrownBy(() -> ClusterSettings.nodeSelectors(List.of("servce=a:b")))
                .hasMessage("there is no role 'servce'; there are service, mock, injector, coordinator");
        assertThatThrownBy(() -> ClusterSettings.nodeSelectors(List.of("service=a")))
                .hasMessage("a node selector is ROLE=LABEL:VALUE, such as service=pool:fast, but is 'service=a'");
        assertThatThrownBy(() -> new ClusterSettings(
                        Optional.empty(), Optional.empty(), "birdseye:1", 0, 1, Map.of(), 1, Optional.empty(), false))
                .hasMessage("injectors must be from 1 to 1000, but are 0");
        assertThatThrownBy(() -> new ClusterSettings(
                        Optional.empty(), Optional.empty(), "Birds Eye", 1, 1, Map.of(), 1, Optional.empty(), false))
                .hasMessageContaining("but is 'Birds Eye'");
        assertThat(ClusterSettings.nodeSelectors(List.of("mock=example.com/pool:slow", "mock=zone:a")))
                .isEqualTo(Map.of(PodRole.MOCK, Map.of("example.com/pool", "slow", "zone", "a")));
    }
}
