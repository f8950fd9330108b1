package io.birdseye.loadtest.program;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.birdseye.loadtest.TrialFailure;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which programs there are, and the JVM that runs them.
 *
 * @param java the {@code java} of JDK 25
 * @param home the project's folder; its commit is named in the results
 */
public record Programs(Path java, Path home, JavaProgram mockApi, JavaProgram service, JavaProgram injector) {

    /** Structured concurrency is a preview of JDK 25; context switches are asked of the system by a native call. */
    private static final List<String> PREVIEW_FLAGS =
            List.of("--enable-preview", "--enable-native-access=ALL-UNNAMED");

    /** Its sockets and timers are the kernel's own, through native code. */
    private static final List<String> NATIVE_FLAGS = List.of("--enable-native-access=ALL-UNNAMED");

    /**
     * The JVM flags of the service in every measurement that does not choose its own; the one place that names them. They
     * were chosen by measuring on two cores. For a request with boxed lists G1 needed more than four times the CPU of the
     * parallel collector, and the serial collector somewhat more. Huge pages save page faults. The heap is not touched at
     * the start: the warm-up does that, and the service is ready a second earlier. The generations keep their sizes:
     * otherwise the collector shrinks the survivor spaces while few requests wait, and when many wait, their bodies go
     * into an old generation whose pages have never been touched. The multiplications of the shared lists are not inlined:
     * as a part of a request's code they cost a quarter more CPU.
     */
    public static final String SERVICE_JVM_FLAGS = "-XX:+UseParallelGC -Xms3g -Xmx3g -Xmn2g"
            + " -XX:-UseAdaptiveSizePolicy -XX:+UseTransparentHugePages"
            + " -XX:CompileCommand=quiet"
            + " -XX:CompileCommand=dontinline,io.birdseye.memory.SharedList*::multiply";

    /**
     * The JVM flags of mock-api wherever this project starts it: a collector that works while the program runs, since
     * each pause of the mock is a delay that was not configured. An answer costs up to a fifth more CPU than with the
     * serial collector, which is used where the JDK was built without Shenandoah.
     */
    public static final List<String> MOCK_JVM_FLAGS =
            List.of("-Xmx512m", shenandoahOr("-XX:+UseSerialGC"));

    /** {@link #SERVICE_JVM_FLAGS} as a list. */
    public static List<String> serviceJvmFlags() {
        return List.of(SERVICE_JVM_FLAGS.split(" "));
    }

    /**
     * The programs as the build leaves them: a jar in {@code <module>/target} and its libraries beside it.
     *
     * @throws TrialFailure if one of them has not been built
     */
    public static Programs builtIn(Path home, Path java) throws TrialFailure {
        return new Programs(
                java,
                home,
                program(home, "mock-api", "io.birdseye.mockapi.MockApiMain", NATIVE_FLAGS),
                program(home, "service", "io.birdseye.service.ServiceMain", PREVIEW_FLAGS),
                program(home, "loadtest", "io.birdseye.loadtest.gatling.InjectorMain", List.of()));
    }

    /**
     * The flag of Shenandoah, the collector with the shortest pauses that also works with a class cache; or another
     * flag if this JVM was built without it. The programs run on the same JVM.
     */
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
        List<String> all = new ArrayList<>(flags);
        all.addAll(cacheFlags(target.resolve("birdseye-" + module + ".aot")));
        return new JavaProgram(mainClass, classPath(jar, libraries), all);
    }

    /**
     * All jars, sorted by name. With {@code lib/*} they would come in the order of the file system, and a class cache is
     * valid for one order only: that of the start script, which made the cache.
     */
    private static String classPath(Path jar, Path libraries) throws TrialFailure {
        try (Stream<Path> files = Files.list(libraries)) {
            return Stream.concat(
                            Stream.of(jar.toString()),
                            files.map(Path::toString)
                                    .filter(file -> file.endsWith(".jar"))
                                    .sorted())
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new TrialFailure(libraries + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The cache of classes that the build has parsed and linked, if there is one. It shortens the start and changes
     * nothing else: it holds no profile and no compiled code. The JVM ignores the cache of another build, and its log of
     * that is switched off.
     */
    private static List<String> cacheFlags(Path cache) {
        return Files.isRegularFile(cache)
                ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off", "-Xlog:cds*=off")
                : List.of();
    }

    /** The same, with jars of a user's own on the class path of the service. */
    public Programs withPlugins(List<Path> jars) {
        return new Programs(java, home, mockApi, service.withJars(jars), injector);
    }

    /** The command line of mock-api, with the JVM flags that all measurements have in common. */
    public List<String> mockCommand(List<String> arguments) {
        return mockApi.command(java, MOCK_JVM_FLAGS, arguments);
    }

    /** The command line of the service. */
    public List<String> serviceCommand(List<String> jvmFlags, List<String> arguments) {
        return service.command(java, jvmFlags, arguments);
    }
}
