package io.birdseye.kubernetes;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the pods of trials have in common: the rules of the namespace's "restricted" pod security, CPU time of their own,
 * nodes of their own, and a deadline.
 *
 * @param lane the slot, counted from 1
 * @param near on which nodes each role was before, in the same block: it goes there again if there is room
 */
record PodShape(ClusterSettings settings, int lane, Map<PodRole, Set<String>> near) {

    static final String ORDER = "/order";
    static final String WORK = "/work";

    private static final long USER = 10_001;
    private static final String HOST = "kubernetes.io/hostname";
    private static final String SCRATCH = "256Mi";
    private static final int SMALL_MEBIBYTES = 1_024;

    /** A node that is silent gives its pods back soon: a trial that has lost one is over. */
    private static final long SECONDS_OF_SILENCE = 10;

    /** Enough for a program that is told to end; a trial's figures are safe by then. */
    private static final long GRACE_SECONDS = 2;

    /**
     * @param program of the image
     * @param command with its arguments
     * @param mebibytes of memory
     * @param deadlineSeconds after which the node ends it
     */
    PodSpec pod(
            PodRole role, String program, List<String> command, List<EnvVar> environment, int mebibytes,
            long deadlineSeconds, String order) {
        return new PodSpecBuilder()
                .withRestartPolicy("Never")
                .withActiveDeadlineSeconds(deadlineSeconds)
                .withTerminationGracePeriodSeconds(GRACE_SECONDS)
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNodeSelector(new TreeMap<>(settings.nodeSelectors().getOrDefault(role, Map.of())))
                .withAffinity(affinity(role))
                .withTolerations(silence("not-ready"), silence("unreachable"))
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(USER)
                .withRunAsGroup(USER)
                .withNewSeccompProfile().withType("RuntimeDefault").endSeccompProfile()
                .endSecurityContext()
                .withContainers(container(role, program, command, environment, mebibytes))
                .addNewVolume().withName("tmp").withNewEmptyDir().withSizeLimit(new Quantity(SCRATCH)).endEmptyDir().endVolume()
                .addNewVolume().withName("work").withNewEmptyDir().withSizeLimit(new Quantity("1Gi")).endEmptyDir().endVolume()
                .addNewVolume().withName("order").withNewConfigMap().withName(order).endConfigMap().endVolume()
                .build();
    }

    private Container container(
            PodRole role, String program, List<String> command, List<EnvVar> environment, int mebibytes) {
        return new ContainerBuilder()
                .withName(role.label())
                .withImage(settings.imageOf(program))
                .withImagePullPolicy("IfNotPresent")
                .withCommand(command)
                .withEnv(environment)
                .withResources(resources(mebibytes))
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities().withDrop("ALL").endCapabilities()
                .endSecurityContext()
                .withVolumeMounts(mount("tmp", "/tmp", false), mount("work", WORK, false), mount("order", ORDER, true))
                .build();
    }

    private static VolumeMount mount(String name, String path, boolean readOnly) {
        return new VolumeMountBuilder().withName(name).withMountPath(path).withReadOnly(readOnly ? true : null).build();
    }

    /**
     * Whole processors, as many as the limit: the pod is Guaranteed, and a kubelet with the static CPU manager gives it
     * processors of its own. Pods that may share nodes have no bound, since one would stop them in the middle of a trial.
     */
    private ResourceRequirements resources(int mebibytes) {
        Quantity memory = new Quantity(mebibytes + "Mi");
        ResourceRequirementsBuilder builder = new ResourceRequirementsBuilder().addToLimits("memory", memory);
        if (settings.colocated()) {
            return builder.addToRequests("cpu", new Quantity("50m")).addToRequests("memory", new Quantity("64Mi")).build();
        }
        Quantity cpus = new Quantity("" + settings.cpus());
        return builder.addToLimits("cpu", cpus).addToRequests("cpu", cpus).addToRequests("memory", memory).build();
    }

    /** Memory for programs other than the service. */
    static int smallMebibytes() {
        return SMALL_MEBIBYTES;
    }

    private static Toleration silence(String taint) {
        return new TolerationBuilder()
                .withKey("node.kubernetes.io/" + taint).withOperator("Exists").withEffect("NoExecute")
                .withTolerationSeconds(SECONDS_OF_SILENCE)
                .build();
    }

    private Affinity affinity(PodRole role) {
        AffinityBuilder builder = new AffinityBuilder();
        if (!settings.colocated()) {
            List<PodAffinityTerm> apart = new ArrayList<>();
            apart.add(term(Names.ROLE, "In", role.apartFrom().stream().map(PodRole::label).toList(), true));
            apart.add(term(Names.SLOT, "NotIn", List.of("" + lane), false));
            builder.withNewPodAntiAffinity().withRequiredDuringSchedulingIgnoredDuringExecution(apart).endPodAntiAffinity();
        }
        Set<String> nodes = near.getOrDefault(role, Set.of());
        if (!nodes.isEmpty()) {
            builder.withNewNodeAffinity()
                    .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                    .withWeight(100)
                    .withNewPreference()
                    .addNewMatchExpression().withKey(HOST).withOperator("In").withValues(nodes.stream().sorted().toList())
                    .endMatchExpression()
                    .endPreference()
                    .endPreferredDuringSchedulingIgnoredDuringExecution()
                    .endNodeAffinity();
        }
        return builder.build();
    }

    /** Pods of Birdseye, of this run or another, for which a label has such a value. */
    private PodAffinityTerm term(String label, String operator, List<String> values, boolean sameSlot) {
        var selector = new PodAffinityTermBuilder()
                .withTopologyKey(HOST)
                .withNewLabelSelector()
                .addToMatchLabels(Names.PART_OF, Names.BIRDSEYE)
                .addNewMatchExpression().withKey(label).withOperator(operator).withValues(values).endMatchExpression();
        if (sameSlot) {
            selector.addToMatchLabels(Names.SLOT, "" + lane);
        }
        return selector.endLabelSelector().build();
    }
}
