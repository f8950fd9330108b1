package io.birdseye.loadtest.trial;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        List<String> classPath = new ArrayList<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "*.jar")) {
            for (Path jar : jars) {
                String name = String.valueOf(jar.getFileName());
                if (!name.endsWith("-tests.jar") && !name.endsWith("-sources.jar")) {
                    classPath.add(jar.toString());
                }
            }
        } catch (IOException e) {
            throw notBuilt(module, target, e);
        }
        if (classPath.isEmpty() || !Files.isDirectory(target.resolve("lib"))) {
            throw notBuilt(module, target, null);
        }
        classPath.add(target.resolve("lib") + File.separator + "*");
        return new Program(mainClass, String.join(File.pathSeparator, classPath));
    }

    private static TrialFailure notBuilt(String module, Path target, @org.jspecify.annotations.Nullable Throwable cause) {
        String reason = module + " has not been built: no program in " + target;
        return cause == null ? new TrialFailure(reason) : new TrialFailure(reason, cause);
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
