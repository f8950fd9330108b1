package io.birdseye.loadtest.program;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.birdseye.loadtest.TrialFailure;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which programs there are, and the {@code java} of JDK 25 that runs them. The commit of the project's folder is named
 * in results. Servers are empty where nobody else has started mock-api and the service of a trial.
 */
public record Programs(
        Path java, Path home, JavaProgram mockApi, JavaProgram service, JavaProgram injector, InjectorPlaces injectors,
        Optional<ServersElsewhere> servers) {

    /** The JDK that the programs are built for. Previews of it load there only. */
    public static final int BUILT_FOR = 25;

    private static final String PREVIEW = "--enable-preview";

    /** A class cache is valid for one JDK only. */
    private static final String CACHE = "-XX:AOTCache=";

    /** Structured concurrency is a preview of JDK 25; context switches are asked of the system by a native call. */
    private static final List<String> PREVIEW_FLAGS = List.of(PREVIEW, "--enable-native-access=ALL-UNNAMED");

    /** Its sockets and timers are the kernel's own, through native code. */
    private static final List<String> NATIVE_FLAGS = List.of("--enable-native-access=ALL-UNNAMED");

    /**
     * The JVM flags of the service in every measurement that does not choose its own. They were chosen by measuring on
     * two cores: for boxed lists G1 needs more than four times the CPU of the parallel collector; huge pages save page
     * faults; generations of fixed size keep bodies out of an old generation whose pages have never been touched;
     * multiplications that are inlined into a request's code cost a quarter more CPU.
     */
    public static final String SERVICE_JVM_FLAGS = "-XX:+UseParallelGC -Xms3g -Xmx3g -Xmn2g"
            + " -XX:-UseAdaptiveSizePolicy -XX:+UseTransparentHugePages"
            + " -XX:CompileCommand=quiet"
            + " -XX:CompileCommand=dontinline,io.birdseye.memory.SharedList*::multiply";

    /**
     * The JVM flags of mock-api: a collector that works while the program runs, since each pause of the mock is a delay
     * that was not configured. An answer costs up to a fifth more CPU than with the serial collector.
     */
    public static final List<String> MOCK_JVM_FLAGS = List.of("-Xmx512m", shenandoahOr("-XX:+UseSerialGC"));

    public Programs(Path java, Path home, JavaProgram mockApi, JavaProgram service, JavaProgram injector) {
        this(java, home, mockApi, service, injector, InjectorPlaces.ONE, Optional.empty());
    }

    public Programs withInjectors(InjectorPlaces places) {
        return new Programs(java, home, mockApi, service, injector, places, servers);
    }

    public Programs withServers(ServersElsewhere elsewhere) {
        return new Programs(java, home, mockApi, service, injector, injectors, Optional.of(elsewhere));
    }

    public static List<String> serviceJvmFlags() {
        return List.of(SERVICE_JVM_FLAGS.split(" "));
    }

    /** The programs as the build leaves them: a jar in {@code <module>/target} and its libraries beside it. */
    public static Programs builtIn(Path home, Path java) throws TrialFailure {
        return new Programs(
                java, home, program(home, "mock-api", "io.birdseye.mockapi.MockApiMain", NATIVE_FLAGS),
                program(home, "service", "io.birdseye.service.ServiceMain", PREVIEW_FLAGS).withJars(otherHosts(home)),
                program(home, "loadtest", "io.birdseye.loadtest.gatling.InjectorMain", List.of()));
    }

    /** The other HTTP servers of the service, behind all else on the class path, so that its class cache stays valid. */
    private static List<Path> otherHosts(Path home) throws TrialFailure {
        Path target = home.resolve("service-tomcat").resolve("target");
        Path jar = target.resolve("birdseye-service-tomcat.jar");
        return Files.isRegularFile(jar)
                ? Stream.of(classPath(jar, target.resolve("lib")).split(File.pathSeparator)).map(Path::of).toList()
                : List.of();
    }

    /** The flag of Shenandoah, the collector with the shortest pauses; another if this JVM was built without it. */
    public static String shenandoahOr(String other) {
        try {
            var _ = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption("ShenandoahGCMode");
            return "-XX:+UseShenandoahGC";
        } catch (IllegalArgumentException unknown) {
            return other;
        }
    }

    private static JavaProgram program(Path home, String module, String mainClass, List<String> flags)
            throws TrialFailure {
        Path target = home.resolve(module).resolve("target");
        Path jar = target.resolve("birdseye-" + module + ".jar");
        Path libraries = target.resolve("lib");
        if (!Files.isRegularFile(jar) || !Files.isDirectory(libraries)) {
            throw new TrialFailure(module + " has not been built: no program in " + target);
        }
        List<String> cache = cacheFlags(target.resolve("birdseye-" + module + ".aot"));
        return new JavaProgram(
                mainClass, classPath(jar, libraries), Stream.concat(flags.stream(), cache.stream()).toList());
    }

    /** All jars, sorted by name: a class cache is valid for one order only, that of the start script, which made it. */
    private static String classPath(Path jar, Path libraries) throws TrialFailure {
        try (Stream<Path> files = Files.list(libraries)) {
            Stream<String> jars = files.map(Path::toString).filter(file -> file.endsWith(".jar")).sorted();
            return Stream.concat(Stream.of(jar.toString()), jars).collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new TrialFailure(libraries + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The build's cache of parsed and linked classes: a shorter start. The JVM ignores that of another build. */
    private static List<String> cacheFlags(Path cache) {
        return Files.isRegularFile(cache)
                ? List.of(CACHE + cache, "-Xlog:aot*=off", "-Xlog:cds*=off")
                : List.of();
    }

    public Programs withPlugins(List<Path> jars) {
        return new Programs(java, home, mockApi, service.withJars(jars), injector, injectors, servers);
    }

    /** @throws IOException if a jar cannot be read */
    public Provenance provenance() throws IOException {
        return Provenance.of(home, List.of(mockApi, service, injector));
    }

    /** The command line of mock-api, with the JVM flags that all measurements have in common. */
    public List<String> mockCommand(List<String> arguments) {
        return mockApi.command(java, MOCK_JVM_FLAGS, arguments);
    }

    /** On another JDK than it was built for, the service leaves out strategies that need previews. */
    public List<String> serviceCommand(Optional<Jdk> jdk, List<String> jvmFlags, List<String> arguments) {
        Path chosen = jdk.map(Jdk::java).orElse(java);
        boolean builtFor = jdk.flatMap(Jdk::feature).map(feature -> feature == BUILT_FOR).orElse(jdk.isEmpty());
        return (builtFor ? service : service.without(flag -> flag.equals(PREVIEW) || flag.startsWith(CACHE)))
                .command(chosen, jvmFlags, arguments);
    }
}
