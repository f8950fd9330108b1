package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.InjectorPlaces;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.process.RunQueueWait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The injectors of one load, or of several in turn, and their life. Those of this machine are JVMs of their own, so that
 * their garbage collection and their JIT compilers are measured apart from everything else.
 */
public final class Injectors implements AutoCloseable {

    /**
     * C1 alone and the serial collector halve the injector's CPU. The proxy, which does not exist, makes Gatling's look
     * for newer versions of itself fail at once. The library for brotli would leave a native file in the temporary
     * folder; no answer is compressed. Netty looks for {@code AnswerLimit} if it is told to.
     */
    private static final List<String> JVM_FLAGS = List.of(
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-Xmn24m", "-XX:MaxTenuringThreshold=2", "-XX:+ExitOnOutOfMemoryError",
            "--add-opens=java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dio.netty.bootstrap.extensions=serviceload",
            "-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9", "-Dbrotli4j.library.path=none");

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final InjectorClock clock = new InjectorClock(Duration.ZERO);
    private final BoundedHttp http = new BoundedHttp(CONNECT);
    private final List<InjectorMember> members = new ArrayList<>();

    private Injectors() {}

    /** Starts those that run here, without waiting for them; of several, each has a log with its number. */
    public static Injectors start(Launcher launcher, Programs programs, Path folder, Path log) throws TrialFailure {
        Injectors injectors = new Injectors();
        try {
            switch (programs.injectors()) {
                case InjectorPlaces.Here(int count) -> injectors.startHere(launcher, programs, count, folder, log);
                case InjectorPlaces.Elsewhere elsewhere -> injectors.use(elsewhere);
            }
        } catch (TrialFailure e) {
            injectors.close();
            throw e;
        }
        return injectors;
    }

    private void startHere(Launcher launcher, Programs programs, int count, Path folder, Path log) throws TrialFailure {
        String token = ControlSettings.newToken();
        for (int i = 1; i <= count; i++) {
            String name = count == 1 ? "injector" : "injector " + i + " of " + count;
            List<String> command = command(programs, "127.0.0.1:0", folder.resolve("injector-" + i));
            Launch launch = Launch.logged(name, command, count == 1 ? log : numbered(log, i));
            Program program = launcher.start(launch.withEnvironment(Map.of(ControlSettings.TOKEN_VARIABLE, token)));
            members.add(new InjectorMember(name, program, address -> new InjectorLink(address, token, http, clock)));
        }
    }

    public int count() {
        return members.size();
    }

    /** The command line of an injector whose control endpoint is bound to an address. Its token comes by the environment. */
    public static List<String> command(Programs programs, String control, Path folder) {
        List<String> flags = Stream.concat(JVM_FLAGS.stream(), Stream.of(
                        "-D" + ControlSettings.CONTROL + "=" + control, "-Dbirdseye.out=" + folder))
                .toList();
        return programs.injector().command(programs.java(), flags, List.of());
    }

    private static Path numbered(Path log, int number) {
        String name = log.getFileName().toString();
        int end = name.endsWith(".log") ? name.length() - 4 : name.length();
        return log.resolveSibling(name.substring(0, end) + "-" + number + name.substring(end));
    }

    private void use(InjectorPlaces.Elsewhere elsewhere) {
        elsewhere.addresses().forEach(address -> members.add(new InjectorMember(
                "injector " + address.getAuthority(), address, elsewhere.patience(),
                at -> new InjectorLink(at, elsewhere.token(), http, clock))));
    }

    /** Gives each injector its share, which they prepare meanwhile; the folder receives what they measure. */
    public CoordinatedLoad load(RequestPlan plan, Path folder) throws TrialFailure {
        return new CoordinatedLoad(plan, members, folder, clock);
    }

    /** CPU time of those that run here; empty where the system does not tell, or one runs elsewhere. */
    public Optional<Duration> cpu() {
        return ofAll(Program::cpu, Duration::plus);
    }

    /** How long their threads have waited for a processor of this machine; empty as above. */
    public Optional<RunQueueWait> waited() {
        return ofAll(program -> RunQueueWait.of(program.pid()), (one, other) -> {
            Map<String, Long> both = new HashMap<>(one.nanosByThread());
            both.putAll(other.nanosByThread());
            return new RunQueueWait(both);
        });
    }

    private <T> Optional<T> ofAll(Function<Program, Optional<T>> figure, BinaryOperator<T> plus) {
        List<Optional<T>> all = members.stream()
                .map(member -> Optional.ofNullable(member.program()).flatMap(figure))
                .toList();
        return all.stream().allMatch(Optional::isPresent) ? all.stream().flatMap(Optional::stream).reduce(plus) : Optional.empty();
    }

    @Override
    public void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            members.forEach(member -> threads.execute(member::close));
        }
        http.close();
    }
}
