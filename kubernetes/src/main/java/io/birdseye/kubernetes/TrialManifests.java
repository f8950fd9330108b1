package io.birdseye.kubernetes;

import io.birdseye.loadtest.elsewhere.TrialOrder;
import io.birdseye.loadtest.overload.OfferedLoads;
import io.birdseye.loadtest.trial.ServerArguments;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The objects of one trial: pods of the service and of mock-api, a Job of injectors, a Job that leads the trial, a
 * headless Service for the name of each, and what they are told.
 *
 * @param number of the trial in its run
 * @param near on which nodes its block was before, by role
 */
record TrialManifests(
        ClusterSettings settings, Names names, int lane, int number, Map<PodRole, Set<String>> near, ServerArguments servers,
        TrialOrder order, String token) {

    static final int SERVICE_PORT = 8080;
    static final int MOCK_PORT = 9090;
    static final int CONTROL_PORT = 7400;

    /** Beyond the trial's own time: images are pulled, JVMs start, and the last answers are awaited. */
    private static final long START_SECONDS = 180;

    private static final long FINISHED_SECONDS = 60;
    private static final int MEBIBYTES_BESIDE_HEAP = 1_024;
    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgG])");
    private static final String PROGRAMS = "/opt/birdseye";

    /** A name that does not resolve yet is asked for again after a second; Java would wait for ten. */
    private static final String NAMES_SOON = "-Dsun.net.inetaddr.negative.ttl=1";

    /** All but {@link #files()}, which owns them. */
    List<HasMetadata> owned() {
        return List.of(
                secret(), headless("service", SERVICE_PORT), headless("mock", MOCK_PORT),
                headless("injector", CONTROL_PORT), mock(), service(), injectors(), coordinator());
    }

    static TrialManifests of(
            ClusterSettings settings, Names names, int lane, int number, Map<PodRole, Set<String>> near,
            TrialSettings trials, Optional<TrialSlot> slot, String token) {
        List<String> injectors = IntStream.range(0, settings.injectors())
                .mapToObj(index -> "http://" + names.of(number, "injector") + "-" + index + "." + names.of(number, "injector")
                        + ":" + CONTROL_PORT)
                .toList();
        TrialOrder order = TrialOrder.of(
                trials, slot, "http://" + names.of(number, "service") + ":" + SERVICE_PORT,
                "http://" + names.of(number, "mock") + ":" + MOCK_PORT, injectors);
        return new TrialManifests(
                settings, names, lane, number, near,
                new ServerArguments(trials.served(), trials.measurement().seed()), order, token);
    }

    /** With loads in the place of the trial. */
    TrialManifests offering(OfferedLoads loads) {
        return new TrialManifests(settings, names, lane, number, near, servers, order.offering(loads), token);
    }

    private String name(String what) {
        return names.of(number, what);
    }

    private ObjectMeta metadata(String what, Map<String, String> labels) {
        return new ObjectMetaBuilder()
                .withName(name(what))
                .withLabels(labels)
                .build();
    }

    private Map<String, String> labels(PodRole role) {
        return names.labels(lane, number, role);
    }

    /** What the programs are told, as files. All other objects of the trial belong to it, so that they go with it. */
    ConfigMap files() {
        Map<String, String> files = new TreeMap<>(Map.of("order.json", order.json()));
        servers.mockSettings().ifPresent(json -> files.put("mock-settings.json", json));
        servers.scenario().ifPresent(yaml -> files.put("scenario.yaml", yaml));
        return new ConfigMapBuilder()
                .withMetadata(metadata("order", names.labels(lane, number))).withImmutable(true).withData(files).build();
    }

    private HasMetadata secret() {
        return new SecretBuilder()
                .withMetadata(metadata("token", names.labels(lane, number)))
                .withImmutable(true)
                .withStringData(Map.of("token", token))
                .build();
    }

    /** A name for the addresses of pods, also of those that are not ready yet. */
    private Service headless(String role, int port) {
        PodRole of = PodRole.of(role);
        return new ServiceBuilder()
                .withMetadata(metadata(role, names.labels(lane, number)))
                .withNewSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .withSelector(labels(of))
                .addNewPort().withName("http").withPort(port).endPort()
                .endSpec()
                .build();
    }

    long deadlineSeconds() {
        return START_SECONDS + (long) Math.ceil(order.seconds());
    }

    private HasMetadata service() {
        List<String> command = new ArrayList<>(List.of("java", "-XX:AOTCache=" + PROGRAMS + "/service.aot", "-Xlog:aot*=off",
                "-Xlog:cds*=off", NAMES_SOON, "--enable-preview", "--enable-native-access=ALL-UNNAMED"));
        List<String> flags = servers.served().service().jvmFlags();
        command.addAll(flags);
        command.addAll(List.of("@" + PROGRAMS + "/class-path", "io.birdseye.service.ServiceMain", "--host", "0.0.0.0"));
        command.addAll(servers.service(
                SERVICE_PORT, "http://" + name("mock") + ":" + MOCK_PORT, PodShape.ORDER + "/scenario.yaml"));
        int mebibytes = settings.memory().orElseGet(() -> heapMebibytes(flags) + MEBIBYTES_BESIDE_HEAP);
        return pod(PodRole.SERVICE, shape().pod(
                PodRole.SERVICE, "service", command, List.of(), mebibytes, deadlineSeconds(), name("order")));
    }

    private HasMetadata mock() {
        List<String> command = new ArrayList<>(List.of("java", "-XX:AOTCache=" + PROGRAMS + "/mock-api.aot",
                "-Xlog:aot*=off", "-Xlog:cds*=off", "--enable-native-access=ALL-UNNAMED",
                "-Djava.library.path=" + PROGRAMS + "/native"));
        // As on a single machine, where the JVM is known and need not be asked for a collector that it may lack.
        command.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "-Xmx512m", "-XX:+UseShenandoahGC"));
        command.addAll(List.of("@" + PROGRAMS + "/class-path", "io.birdseye.mockapi.MockApiMain", "--host", "0.0.0.0"));
        command.addAll(servers.mock(MOCK_PORT, PodShape.ORDER + "/mock-settings.json"));
        return pod(PodRole.MOCK, shape().pod(
                PodRole.MOCK, "mock-api", command, List.of(), PodShape.smallMebibytes(), deadlineSeconds(), name("order")));
    }

    private HasMetadata pod(PodRole role, PodSpec spec) {
        return new PodBuilder().withMetadata(metadata(role.label(), labels(role))).withSpec(spec).build();
    }

    private PodShape shape() {
        return new PodShape(settings, lane, near);
    }

    /**
     * One pod for each index, each with a name of its own. A pod that is lost is never replaced: the load would go on
     * smaller for a while, and nobody would notice.
     */
    private Job injectors() {
        PodSpec spec = shape().pod(
                PodRole.INJECTOR, "loadtest", java("io.birdseye.loadtest.gatling.InjectorMain"),
                List.of(variable("BIRDSEYE_CONTROL", "0.0.0.0:" + CONTROL_PORT), variable("BIRDSEYE_OUT", PodShape.WORK), tokenVariable()),
                PodShape.smallMebibytes(), deadlineSeconds(), name("order"));
        spec.setSubdomain(name("injector"));
        return job(PodRole.INJECTOR, spec)
                .editSpec()
                .withCompletionMode("Indexed").withCompletions(settings.injectors()).withParallelism(settings.injectors())
                .endSpec()
                .build();
    }

    /** Runs the trial by the addresses of the others, and prints what it brought. */
    private Job coordinator() {
        PodSpec spec = shape().pod(
                PodRole.COORDINATOR, "loadtest",
                java("io.birdseye.loadtest.elsewhere.CoordinatorMain", PodShape.ORDER + "/order.json", PodShape.WORK),
                List.of(tokenVariable()), PodShape.smallMebibytes(), deadlineSeconds(), name("order"));
        return job(PodRole.COORDINATOR, spec).build();
    }

    private JobBuilder job(PodRole role, PodSpec spec) {
        return new JobBuilder()
                .withMetadata(metadata(role.label(), names.labels(lane, number)))
                .withNewSpec()
                .withCompletions(1)
                .withParallelism(1)
                .withBackoffLimit(0)
                .withActiveDeadlineSeconds(deadlineSeconds())
                .withTtlSecondsAfterFinished((int) FINISHED_SECONDS)
                .withPodReplacementPolicy("Failed")
                .withNewPodFailurePolicy()
                .addNewRule()
                .withAction("FailJob")
                .addNewOnPodCondition().withType("DisruptionTarget").withStatus("True").endOnPodCondition()
                .endRule()
                .addNewRule()
                .withAction("FailJob")
                .withNewOnExitCodes().withOperator("NotIn").withValues(0).endOnExitCodes()
                .endRule()
                .endPodFailurePolicy()
                .withNewTemplate()
                .withNewMetadata().withLabels(labels(role)).endMetadata()
                .withSpec(spec)
                .endTemplate()
                .endSpec();
    }

    private static List<String> java(String main, String... arguments) {
        return Stream.concat(
                        Stream.of("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m",
                                "-XX:MaxDirectMemorySize=128m", "-XX:+ExitOnOutOfMemoryError", NAMES_SOON,
                                // Gatling looks for newer versions of itself; nothing listens here, so that fails at once.
                                "-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9",
                                "--sun-misc-unsafe-memory-access=allow", "-Djava.library.path=" + PROGRAMS + "/native",
                                "--enable-native-access=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                "-Duser.home=/tmp", "-Dbrotli4j.library.path=none",
                                "-cp", PROGRAMS + "/loadtest/target/*:" + PROGRAMS + "/loadtest/target/lib/*", main),
                        Stream.of(arguments))
                .toList();
    }

    private static EnvVar variable(String name, String value) {
        return new EnvVarBuilder().withName(name).withValue(value).build();
    }

    private EnvVar tokenVariable() {
        return new EnvVarBuilder().withName("BIRDSEYE_TOKEN")
                .withNewValueFrom().withNewSecretKeyRef().withName(name("token")).withKey("token").endSecretKeyRef().endValueFrom()
                .build();
    }

    private static int heapMebibytes(List<String> flags) {
        int mebibytes = 2_048;
        for (String flag : flags) {
            Matcher heap = HEAP.matcher(flag);
            if (heap.matches()) {
                long number = Long.parseLong(heap.group(1));
                mebibytes = (int) switch (heap.group(2).charAt(0)) {
                    case 'k', 'K' -> number / 1_024;
                    case 'm', 'M' -> number;
                    default -> number * 1_024;
                };
            }
        }
        return mebibytes;
    }
}
