package io.birdseye.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Optional;
import java.util.Set;

/** What is wrong with a pod, in words. */
final class PodTrouble {

    private static final Set<String> NO_IMAGE =
            Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "CreateContainerConfigError");

    private PodTrouble() {}

    /** Why a trial cannot go on with this pod; empty as long as it can. */
    static Optional<String> of(Pod pod) {
        PodStatus status = pod.getStatus();
        if (status == null) {
            return Optional.empty();
        }
        Optional<String> disrupted = condition(status, "DisruptionTarget", "True")
                .map(condition -> name(pod) + " was taken away (" + condition.getReason() + "): " + condition.getMessage());
        if (disrupted.isPresent()) {
            return disrupted;
        }
        if ("Failed".equals(status.getPhase())) {
            return Optional.of(name(pod) + " ended" + reason(status));
        }
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return Optional.of(name(pod) + " is being deleted");
        }
        // The node's own word is old then: the control plane has not heard of it for a while.
        if (condition(status, "Ready", "False").filter(ready -> "NodeNotReady".equals(ready.getReason())).isPresent()) {
            return Optional.of(name(pod) + " is lost: its node does not answer any more");
        }
        return status.getContainerStatuses().stream()
                .filter(container -> container.getState() != null && container.getState().getWaiting() != null)
                .map(container -> container.getState().getWaiting())
                .filter(waiting -> NO_IMAGE.contains(waiting.getReason()))
                .map(waiting -> name(pod) + " cannot start (" + waiting.getReason() + "): " + waiting.getMessage())
                .findFirst();
    }

    /** Why it has no node yet; empty if it has one. */
    static Optional<String> unscheduled(Pod pod) {
        return pod.getStatus() == null
                ? Optional.empty()
                : condition(pod.getStatus(), "PodScheduled", "False")
                        .map(condition -> "no node for " + name(pod) + ": " + condition.getMessage());
    }

    /** For people: {@code the pod of the service on node-2}. */
    private static String name(Pod pod) {
        String role = pod.getMetadata().getLabels().getOrDefault(Names.ROLE, "?");
        String node = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
        return "the pod of the " + role + (node == null ? "" : " on " + node);
    }

    private static String reason(PodStatus status) {
        Optional<String> container = status.getContainerStatuses().stream()
                .filter(each -> each.getState() != null && each.getState().getTerminated() != null)
                .map(each -> each.getState().getTerminated())
                .map(end -> end.getReason() + ", exit code " + end.getExitCode())
                .findFirst();
        String said = status.getReason() == null
                ? container.orElse("without a reason")
                : status.getReason() + (status.getMessage() == null ? "" : ": " + status.getMessage());
        return " (" + said + ")";
    }

    private static Optional<PodCondition> condition(PodStatus status, String type, String value) {
        return status.getConditions().stream()
                .filter(condition -> type.equals(condition.getType()) && value.equals(condition.getStatus()))
                .findFirst();
    }
}
