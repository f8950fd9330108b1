package io.birdseye.cli.options;

import io.birdseye.cli.options.StrategyOptions.PluginOption;
import io.birdseye.kubernetes.ClusterSettings;
import io.birdseye.kubernetes.ClusterSite;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.report.result.ValidityBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code --on kubernetes}: trials in a cluster instead of on this machine, one at a time unless {@link SlotOptions} say otherwise.
 * See docs/how-to/kubernetes.md.
 */
@OptionGroup.In(OptionGroup.CLUSTER)
public class ClusterOptions {

    private static final String FOR_THIS_MACHINE = "is for trials on this machine, without --on kubernetes";

    /** The share of its own processors that an instrument may keep busy. */
    private static final double BUSY = 0.8;

    /** What belongs to programs that are started on this machine. */
    private static final Set<Class<?>> OF_THIS_MACHINE =
            Set.of(PluginOption.class, OwnServiceOptions.class, InjectorOptions.Elsewhere.class);

    @Option(names = "--on", paramLabel = "PLACE",
            description = "Where trials run: 'here' or 'kubernetes' (default: here).")
    private Place place = Place.HERE;

    @Mixin
    private final Pods pods = new Pods();

    /** What has no meaning on this machine. */
    static final class Pods {

        @Option(names = "--context", paramLabel = "NAME",
                description = "With --on kubernetes: the context of the kubeconfig (default: its current one).")
        private Optional<String> context = Optional.empty();

        @Option(names = "--namespace", paramLabel = "NAME",
                description = "With --on kubernetes: the namespace (default: that of the context).")
        private Optional<String> namespace = Optional.empty();

        @Option(names = "--image", paramLabel = "NAME:TAG", defaultValue = "birdseye:dev",
                description = "With --on kubernetes: the images; registry.example/birdseye:1 stands for"
                        + " registry.example/birdseye-service:1, birdseye-mock-api:1 and birdseye-loadtest:1 (default:"
                        + " ${DEFAULT-VALUE}, which docker/build makes).")
        private String image = "";

        @Option(names = "--node-selector", split = ",", paramLabel = "ROLE=LABEL:VALUE",
                description = "With --on kubernetes: the nodes of the pods of a role, which is service, mock, injector or"
                        + " coordinator.")
        private List<String> nodeSelectors = new ArrayList<>();

        @Option(names = "--cpu-per-pod", defaultValue = "2", paramLabel = "N",
                description = "With --on kubernetes: processors that each pod has to itself (default: ${DEFAULT-VALUE}).")
        private int cpus;

        @Option(names = "--memory-per-pod", paramLabel = "MIB",
                description = "With --on kubernetes: memory of the service's pod (default: its heap and 1024).")
        private Optional<Integer> memory = Optional.empty();

        @Option(names = "--colocate",
                description = "With --on kubernetes: pods may share nodes, with whatever CPU time there is. To try things out on a"
                        + " small cluster; results say so.")
        private boolean colocated;

        @Option(names = "--dry-run",
                description = "With --on kubernetes: print the objects of the first trial as YAML, and create nothing.")
        private boolean dryRun;
    }

    private enum Place { HERE, KUBERNETES }

    public boolean given() {
        return place == Place.KUBERNETES;
    }

    /** How many blocks are measured at once, as the user asked; 1 where a command measures one after the other. */
    int slotsAsked() {
        return 1;
    }

    public int processors() {
        return given() ? pods.cpus : Runtime.getRuntime().availableProcessors();
    }

    public boolean dryRun() {
        return pods.dryRun;
    }

    /** Refuses options of the other place. */
    public void require(BirdseyeCommand command) {
        if (!given()) {
            command.refuse(Set.of(Pods.class, SlotOptions.class), "needs --on kubernetes");
            return;
        }
        command.refuse(OF_THIS_MACHINE, FOR_THIS_MACHINE);
        if (command.given("--profile")) {
            throw command.wrong("--profile " + FOR_THIS_MACHINE);
        }
    }

    public ClusterSite site(BirdseyeCommand command, int injectors) {
        return command.check(() -> new ClusterSite(
                new ClusterSettings(
                        pods.context, pods.namespace, pods.image, injectors, slotsAsked(), ClusterSettings.nodeSelectors(pods.nodeSelectors), pods.cpus, pods.memory,
                        pods.colocated),
                Provenance.commit(Workspace.find().folder())));
    }

    /** The limits of a service in a cluster: where they follow from the number of processors, it is that of its pod. */
    public ServiceLimits limits(ServiceLimits given) {
        return !given() || given.cpu().isPresent()
                ? given
                : new ServiceLimits(given.io(), Optional.of(pods.cpus), given.maxInFlight(), given.httpThreads());
    }

    /** The same for the points of a sweep. */
    public PointSettings limits(PointSettings point) {
        return new PointSettings(point.strategy(), point.load(), point.work(), limits(point.limits()), point.deadline());
    }

    /**
     * The bounds of validity in a cluster: mock-api and injectors have processors of their own, and take nothing from the
     * service; they only must not be at their own end.
     */
    public ValidityBounds bounds(BirdseyeCommand command, ValidityBounds asked) {
        return !given() ? asked : new ValidityBounds(
                asked.maxStartLagP99Ms(), asked.minSentShare(),
                command.given("--max-injector-cpu") ? asked.maxInjectorCpuShare() : BUSY,
                command.given("--max-mock-cpu") ? asked.maxMockCpuShare() : BUSY,
                asked.maxMockDelayErrorP99Ms(), asked.maxStolenShare(), asked.maxOthersShare(), asked.maxStartSpreadMs(), asked.maxErrorShare());
    }

    /** {@link ClusterOptions} of a command whose blocks may be measured at once. */
    public static final class SlotOptions extends ClusterOptions {

        @Option(names = "--slots", defaultValue = "1", paramLabel = "K",
                description = "With --on kubernetes: so many blocks are measured at once, each on nodes of its own (default:"
                        + " ${DEFAULT-VALUE}).")
        private int slots;

        @Override
        int slotsAsked() {
            return slots;
        }

        public int slots() {
            return given() ? Math.max(1, slots) : 1;
        }
    }
}
