package io.birdseye.loadtest.trial;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a comparison, and the JVM that runs them.
 *
 * @param java the {@code java} of JDK 25
 * @param home the project's folder; its commit is named in the results
 */
public record Programs(Path java, Path home, Program mockApi, Program service, Program injector) {

    /** A main class and what it needs to run. */
    public record Program(String mainClass, String classPath) {}

    /**
     * The programs as the build leaves them: a jar in {@code <module>/target} and its libraries beside it.
     *
     * @throws TrialFailure if one of them has not been built
     */
    public static Programs builtIn(Path home, Path java) throws TrialFailure {
        return new Programs(
                java,
                home,
                program(home, "mock-api", "io.birdseye.mockapi.MockApiMain"),
                program(home, "service", "io.birdseye.service.ServiceMain"),
                program(home, "loadtest", "io.birdseye.loadtest.InjectorMain"));
    }

    private static Program program(Path home, String module, String mainClass) throws TrialFailure {
        Path target = home.resolve(module).resolve("target");
        Path jar = target.resolve("birdseye-" + module + ".jar");
        Path libraries = target.resolve("lib");
        if (!Files.isRegularFile(jar) || !Files.isDirectory(libraries)) {
            throw new TrialFailure(module + " has not been built: no program in " + target);
        }
        return new Program(mainClass, jar + File.pathSeparator + libraries + File.separator + "*");
    }

    /** The command line that starts a program. */
    public List<String> command(Program program, List<String> jvmFlags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(program.classPath());
        command.add(program.mainClass());
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
