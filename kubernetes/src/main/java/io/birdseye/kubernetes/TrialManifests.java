package io.birdseye.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.birdseye.loadtest.elsewhere.Order;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.report.result.ResultsFile;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesList;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The objects of one task, from {@code trial.yaml}. Pods go to the nodes of their block ({@code near}) if they can. */
record TrialManifests(
        ClusterSettings settings, Names names, int lane, int number, Map<PodRole, Set<String>> near, Task<?> task, String token) {

    private static final int SERVICE_PORT = 8080;
    private static final int MOCK_PORT = 9090;
    private static final int CONTROL_PORT = 7400;

    /** Beyond the trial's own time: images are pulled, JVMs start, and the last answers are awaited. */
    private static final long START_SECONDS = 180;

    private static final int MEBIBYTES_BESIDE_HEAP = 1_024;
    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgG])");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
    private static final String ORDER = "/order/";

    Order order() {
        String injector = names.of(number, "injector");
        return new Order(
                task, "http://" + names.of(number, "service") + ":" + SERVICE_PORT, mockUrl(),
                IntStream.range(0, settings.injectors())
                        .mapToObj(index -> "http://" + injector + "-" + index + "." + injector + ":" + CONTROL_PORT)
                        .toList());
    }

    private String mockUrl() {
        return "http://" + names.of(number, "mock") + ":" + MOCK_PORT;
    }

    /** After so long the trial's pods are ended. */
    long deadlineSeconds() {
        return START_SECONDS + (long) Math.ceil(task.seconds());
    }

    /** All of them; the first is the file of orders, which owns the others. */
    List<HasMetadata> all() {
        List<HasMetadata> objects = ((KubernetesList) load("trial.yaml", values())).getItems();
        for (HasMetadata object : objects) {
            switch (object) {
                case Pod pod -> place(pod.getMetadata().getLabels(), pod.getSpec());
                case Job job -> place(
                        job.getSpec().getTemplate().getMetadata().getLabels(), job.getSpec().getTemplate().getSpec());
                default -> {}
            }
        }
        return objects;
    }

    private Map<String, String> values() {
        Served served = task.served();
        Work work = served.work();
        Map<String, String> files = new TreeMap<>(Map.of("order.json", order().json()));
        work.mockSettings(task.seed()).ifPresent(json -> files.put("mock-settings.json", json));
        work.scenario().ifPresent(scenario -> files.put("scenario.yaml", scenario.text()));
        List<String> flags = served.service().jvmFlags();
        Map<String, Object> values = new HashMap<>(Map.of(
                "name", names.of(number), "run", names.run(), "slot", lane, "trial", number, "token", token,
                "injectors", settings.injectors(), "cpus", settings.cpus(), "deadline", deadlineSeconds()));
        values.putAll(Map.of(
                "servicePort", SERVICE_PORT, "mockPort", MOCK_PORT, "controlPort", CONTROL_PORT,
                "serviceImage", settings.imageOf("service"), "mockImage", settings.imageOf("mock-api"),
                "loadtestImage", settings.imageOf("loadtest"),
                "serviceMebibytes", settings.memory().orElseGet(() -> heapMebibytes(flags) + MEBIBYTES_BESIDE_HEAP)));
        values.putAll(Map.of(
                "files", ResultsFile.JSON.writeValueAsString(files),
                "mockArguments", entries(work.mockArguments(MOCK_PORT, task.seed(), ORDER + "mock-settings.json")),
                "serviceFlags", entries(flags),
                "serviceArguments", entries(served.serviceArguments(SERVICE_PORT, mockUrl(), ORDER + "scenario.yaml"))));
        Map<String, String> texts = new HashMap<>();
        values.forEach((name, value) -> texts.put(name, value.toString()));
        return texts;
    }

    /** Of a list in YAML, with a comma behind each. */
    private static String entries(List<String> texts) {
        return texts.stream().map(text -> ResultsFile.JSON.writeValueAsString(text) + ", ").collect(joining());
    }

    /** An object, or a list of them, from a file of this package. */
    static Object load(String file, Map<String, String> values) {
        try (InputStream in = requireNonNull(TrialManifests.class.getResourceAsStream(file), file)) {
            String filled = PLACEHOLDER.matcher(new String(in.readAllBytes(), UTF_8))
                    .replaceAll(name -> Matcher.quoteReplacement(requireNonNull(values.get(name.group(1)), name.group())));
            return Serialization.unmarshal(filled);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Pods that may share nodes have no bound of CPU time, since one would stop them in the middle of a trial. */
    private void place(Map<String, String> labels, PodSpec pod) {
        PodRole role = PodRole.of(labels.getOrDefault(Names.ROLE, ""));
        pod.setNodeSelector(new TreeMap<>(settings.nodeSelectors().getOrDefault(role, Map.of())));
        if (settings.colocated()) {
            pod.setAffinity(new Affinity());
            ResourceRequirements resources = pod.getContainers().getFirst().getResources();
            resources.getLimits().remove("cpu");
            resources.setRequests(new TreeMap<>(Map.of("cpu", new Quantity("50m"), "memory", new Quantity("64Mi"))));
        }
        List<String> nodes = near.getOrDefault(role, Set.of()).stream().sorted().toList();
        if (!nodes.isEmpty()) {
            pod.setAffinity(new AffinityBuilder(pod.getAffinity())
                    .withNewNodeAffinity()
                    .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                    .withWeight(100)
                    .withNewPreference()
                    .addNewMatchExpression().withKey("kubernetes.io/hostname").withOperator("In").withValues(nodes)
                    .endMatchExpression()
                    .endPreference()
                    .endPreferredDuringSchedulingIgnoredDuringExecution()
                    .endNodeAffinity()
                    .build());
        }
    }

    private static int heapMebibytes(List<String> flags) {
        int mebibytes = 2_048;
        for (String flag : flags) {
            Matcher heap = HEAP.matcher(flag);
            if (heap.matches()) {
                long kibibytes = Long.parseLong(heap.group(1)) << 10 * "kmg".indexOf(heap.group(2).toLowerCase(Locale.ROOT));
                mebibytes = (int) (kibibytes >> 10);
            }
        }
        return mebibytes;
    }
}
