package io.birdseye.kubernetes;

import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the control plane does beside fabric8's mock server, which only stores objects: pods of Jobs come, run and end, and
 * objects go with their owners.
 */
final class FakeControllers implements AutoCloseable {

    static final String NAMESPACE = "tests";

    private static final long LOOK_MILLIS = 20;

    private final KubernetesMockServer server;
    private final KubernetesClient client;
    private final String coordinatorLog;
    private final @Nullable String lostRole;
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();

    /**
     * @param client of its own
     * @param coordinatorLog what every coordinator prints; it ends then
     * @param lostRole whose pods are evicted, while the coordinator hangs; null for none
     */
    FakeControllers(
            KubernetesMockServer server, KubernetesClient client, String coordinatorLog, @Nullable String lostRole) {
        this.server = server;
        this.client = client;
        this.coordinatorLog = coordinatorLog;
        this.lostRole = lostRole;
        var _ = loop.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    static String bundle(Map<String, String> files) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            out.println(TrialBundle.PHASE + "measuring");
            new TrialBundle(files.entrySet().stream().collect(Collectors.toMap(
                            Map.Entry::getKey, file -> file.getValue().getBytes(StandardCharsets.UTF_8))))
                    .print(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    List<HasMetadata> objects() {
        return Stream.<List<? extends HasMetadata>>of(
                        client.pods().inNamespace(NAMESPACE).list().getItems(),
                        client.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems(),
                        client.services().inNamespace(NAMESPACE).list().getItems(),
                        client.secrets().inNamespace(NAMESPACE).list().getItems(),
                        client.configMaps().inNamespace(NAMESPACE).list().getItems())
                .<HasMetadata>flatMap(List::stream)
                .toList();
    }

    private void look() {
        try {
            List<HasMetadata> all = objects();
            Set<String> alive = all.stream().map(object -> object.getMetadata().getUid()).collect(Collectors.toSet());
            all.stream()
                    .filter(object -> object.getMetadata().getOwnerReferences().stream()
                            .anyMatch(owner -> !alive.contains(owner.getUid())))
                    .forEach(object -> client.resource(object).withGracePeriod(0).delete());
            all.stream().filter(Job.class::isInstance).map(Job.class::cast).forEach(this::podsOf);
            all.stream().filter(Pod.class::isInstance).map(Pod.class::cast)
                    .filter(pod -> pod.getStatus() == null || pod.getStatus().getPhase() == null)
                    .forEach(this::start);
        } catch (KubernetesClientException e) {
            // An object has gone since the look; there is another look.
        }
    }

    private void podsOf(Job job) {
        int pods = Objects.requireNonNullElse(job.getSpec().getParallelism(), 1);
        for (int i = 0; i < pods; i++) {
            String name = job.getMetadata().getName() + "-" + i;
            if (client.pods().inNamespace(NAMESPACE).withName(name).get() == null) {
                String coordinator = job.getSpec().getTemplate().getMetadata().getLabels().get(Names.ROLE);
                if ("coordinator".equals(coordinator)) {
                    server.expect().get().withPath("/api/v1/namespaces/" + NAMESPACE + "/pods/" + name + "/log?pretty=false")
                            .andReturn(200, coordinatorLog).always();
                }
                client.resource(new PodBuilder()
                                .withNewMetadata().withName(name).withNamespace(NAMESPACE)
                                .withLabels(job.getSpec().getTemplate().getMetadata().getLabels())
                                .withOwnerReferences(RunLease.owner(job))
                                .endMetadata()
                                .withSpec(job.getSpec().getTemplate().getSpec())
                                .build())
                        .create();
            }
        }
    }

    private void start(Pod pod) {
        String role = pod.getMetadata().getLabels().get(Names.ROLE);
        PodStatusBuilder status = new PodStatusBuilder().withPhase("Running");
        if (role.equals(lostRole)) {
            status.withPhase("Failed").withReason("Evicted").withMessage("The node was low on resource: memory.");
        } else if (role.equals("coordinator") && lostRole == null) {
            status.withPhase("Succeeded");
        }
        client.resource(new PodBuilder(pod)
                        .editSpec().withNodeName("node-of-" + role).endSpec()
                        .withStatus(status.build())
                        .build())
                .update();
        client.resource(new PodBuilder(client.resource(pod).get()).withStatus(status.build()).build()).updateStatus();
    }

    @Override
    public void close() {
        loop.close();
    }
}
