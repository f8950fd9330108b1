package io.birdseye.loadtest.trial;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a comparison, and the JVM that runs them.
 *
 * @param java the {@code java} of JDK 25
 * @param home the project's folder; its commit is named in the results
 */
public record Programs(Path java, Path home, Program mockApi, Program service, Program injector) {

    /** Structured concurrency is a preview of JDK 25; context switches are asked of the system by a native call. */
    private static final List<String> PREVIEW_FLAGS =
            List.of("--enable-preview", "--enable-native-access=ALL-UNNAMED");

    /** Its sockets and timers are the kernel's own, through native code. */
    private static final List<String> NATIVE_FLAGS = List.of("--enable-native-access=ALL-UNNAMED");

    /**
     * With what the service is started wherever nothing else is said; chosen by measuring on two cores. G1 needed more
     * than four times the CPU of the parallel collector for a request with boxed lists, the serial one somewhat more;
     * huge pages spare page faults. The heap is not touched at the start: the warm-up does that, and the service is ready
     * a second earlier. The generations keep their sizes: left to itself the collector shrinks the survivor spaces while
     * few requests wait, and when many do their bodies go into an old generation that nobody has touched yet. The
     * multiplications of the shared lists are not inlined: as a part of a request's code they cost a quarter more CPU.
     */
    public static final String SERVICE_JVM_FLAGS = "-XX:+UseParallelGC -Xms3g -Xmx3g -Xmn2g"
            + " -XX:-UseAdaptiveSizePolicy -XX:+UseTransparentHugePages"
            + " -XX:CompileCommand=quiet"
            + " -XX:CompileCommand=dontinline,io.birdseye.memory.SharedList*::multiply";

    /**
     * With what mock-api is started wherever this project starts it: a collector that moves objects while the program
     * goes on, since each pause of the mock is a delay that nobody asked for. An answer costs up to a fifth more CPU
     * than with the serial collector, which stands in where a JDK was built without it.
     */
    public static final List<String> MOCK_JVM_FLAGS =
            List.of("-Xmx512m", shenandoahOr("-XX:+UseSerialGC"));

    /**
     * A main class and what it needs to run.
     *
     * @param classPath its jar, its libraries, and what else belongs to it
     * @param flags JVM flags without which it does not work; others are the user's choice
     */
    public record Program(String mainClass, String classPath, List<String> flags) {

        public Program {
            flags = List.copyOf(flags);
        }
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
                program(home, "loadtest", "io.birdseye.loadtest.InjectorMain", List.of()));
    }

    /**
     * The flag of the collector with the shortest pauses that serves a class cache, or another where this JVM was built
     * without it; the programs run on the same JVM.
     */
    public static String shenandoahOr(String other) {
        try {
            var _ = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption("ShenandoahGCMode");
            return "-XX:+UseShenandoahGC";
        } catch (IllegalArgumentException unknown) {
            return other;
        }
    }

    private static Program program(Path home, String module, String mainClass, List<String> flags) throws TrialFailure {
        Path target = home.resolve(module).resolve("target");
        Path jar = target.resolve("birdseye-" + module + ".jar");
        Path libraries = target.resolve("lib");
        if (!Files.isRegularFile(jar) || !Files.isDirectory(libraries)) {
            throw new TrialFailure(module + " has not been built: no program in " + target);
        }
        List<String> all = new ArrayList<>(flags);
        all.addAll(cacheFlags(target.resolve("birdseye-" + module + ".aot")));
        return new Program(mainClass, classPath(jar, libraries), all);
    }

    /**
     * All jars by name. {@code lib/*} would have them in the order of the file system, and a class cache fits one order
     * only: that in which the start script, which made it, names them.
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
     * Classes parsed and linked by the build, where there are any. They shorten the start alone: no profile and no
     * compiled code is in them. A cache of another build is passed over, which the JVM need not tell.
     */
    private static List<String> cacheFlags(Path cache) {
        return Files.isRegularFile(cache)
                ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off", "-Xlog:cds*=off")
                : List.of();
    }

    /** The same, with jars of a user's own on the class path of the service. */
    public Programs withPlugins(List<Path> jars) {
        StringBuilder classPath = new StringBuilder(service.classPath());
        jars.forEach(jar -> classPath.append(File.pathSeparator).append(jar.toAbsolutePath()));
        Program extended = new Program(service.mainClass(), classPath.toString(), service.flags());
        return new Programs(java, home, mockApi, extended, injector);
    }

    /** The command line that starts a program. */
    public List<String> command(Program program, List<String> jvmFlags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(program.flags());
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(program.classPath());
        command.add(program.mainClass());
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
