package io.birdseye.kubernetes;

import io.birdseye.loadtest.overload.LoadSite;
import io.birdseye.loadtest.overload.OfferedLoads;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSite;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.model.Machine;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Trials in a Kubernetes cluster, each in pods of its own. The cluster is found by the kubeconfig, and nothing is created
 * in it before a trial is measured.
 *
 * @param commit of Birdseye, as this machine knows it
 */
public record ClusterSite(ClusterSettings settings, String commit) implements TrialSite {

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
    public Runner open(TrialSettings trials, TrialStore store) {
        return new ClusterRunner(settings, trials, store, run());
    }

    private ClusterRun run() {
        return new ClusterRun(settings, () -> Cluster.of(settings));
    }

    /** Where loads without trials are offered. */
    public LoadSite loads(Served served) {
        return new ClusterLoads(settings, served, run());
    }

    /** The objects of the first trial, and of the lease that owns them, as YAML; the same for the same settings. */
    public String manifests(TrialSettings trials) {
        return yaml(names -> TrialManifests.of(
                settings, names, 1, 1, Map.of(), trials, Optional.of(new TrialSlot(1, trials.strategies().getFirst(), 1)), NO_TOKEN));
    }

    /** The same of loads. */
    public String manifests(Served served, OfferedLoads loads) {
        return yaml(names -> ClusterLoads.manifests(settings, served, loads, names, 1, NO_TOKEN));
    }

    private String yaml(Function<Names, TrialManifests> of) {
        Names names = new Names("example");
        TrialManifests manifests = of.apply(names);
        return Stream.concat(Stream.of(RunLease.job(names, settings)), manifests.all().stream())
                .map(Serialization::asYaml)
                .collect(Collectors.joining());
    }
}
