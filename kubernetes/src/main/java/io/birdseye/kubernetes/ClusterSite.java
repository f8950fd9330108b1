package io.birdseye.kubernetes;

import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.model.Machine;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tasks in a Kubernetes cluster, which the kubeconfig names. Nothing is created in it before a task is run. */
public record ClusterSite(ClusterSettings settings, String commit) implements Site {

    private static final String NO_TOKEN = "made-anew-for-each-trial";

    @Override
    public Provenance provenance() {
        Map<String, String> where = new TreeMap<>(Map.of(
                "image", settings.image(),
                "pods", settings.colocated() ? "share nodes" : settings.cpus() + " CPUs each"));
        settings.nodeSelectors().forEach((role, labels) -> where.put("nodes of " + role.label(), new TreeMap<>(labels).toString()));
        return new Provenance(
                commit, new Machine(settings.cpus(), "nodes of a cluster", 0, "Kubernetes", "", ""), "of the image", where);
    }

    @Override
    public int injectors() {
        return settings.injectors();
    }

    @Override
    public int processors() {
        return settings.cpus();
    }

    @Override
    public int slots() {
        return settings.slots();
    }

    @Override
    public Session open(Path out, long seed) {
        return new ClusterSession(settings, new TrialStore(out), () -> Cluster.of(settings));
    }

    /** The objects of the first task, and of the lease that owns them, as YAML; the same for the same task. */
    public String manifests(Task<?> task) {
        Names names = new Names("example");
        TrialManifests manifests = new TrialManifests(settings, names, 1, 1, Map.of(), task, NO_TOKEN);
        return Stream.concat(Stream.of(RunLease.job(names, settings)), manifests.all().stream())
                .map(Serialization::asYaml)
                .collect(Collectors.joining());
    }
}
