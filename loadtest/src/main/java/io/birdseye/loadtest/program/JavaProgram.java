package io.birdseye.loadtest.program;

import io.birdseye.model.ParentProcess;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A main class and what it needs to run; the flags are those without which it does not work. */
public record JavaProgram(String mainClass, String classPath, List<String> flags) {

    public JavaProgram {
        flags = List.copyOf(flags);
    }

    public static JavaProgram ofThisClassPath(Class<?> main) {
        // Absolute, since the program may run in another folder.
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return new JavaProgram(main.getName(), classPath, List.of());
    }

    public static Path thisJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    public JavaProgram withJars(List<Path> jars) {
        String extended = jars.stream()
                .map(jar -> File.pathSeparator + jar.toAbsolutePath())
                .collect(Collectors.joining("", classPath, ""));
        return new JavaProgram(mainClass, extended, flags);
    }

    JavaProgram without(Predicate<String> flag) {
        return new JavaProgram(mainClass, classPath, flags.stream().filter(Predicate.not(flag)).toList());
    }

    /** The command line that starts it. The program is told which process is its parent. */
    public List<String> command(Path java, List<String> jvmFlags, List<String> arguments) {
        String parent = "-D" + ParentProcess.PROPERTY + "=" + ProcessHandle.current().pid();
        return Stream.of(
                        List.of(java.toString(), parent), flags, jvmFlags,
                        List.of("-cp", classPath, mainClass), arguments)
                .flatMap(List::stream)
                .toList();
    }
}
