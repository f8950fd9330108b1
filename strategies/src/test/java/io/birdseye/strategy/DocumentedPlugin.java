package io.birdseye.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The jar that {@code docs/maintainers/own-strategy.md} tells a user to build, built from the code on that page. */
public final class DocumentedPlugin {

    private static final Path PAGE = Path.of("..", "docs", "maintainers", "own-strategy.md");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SERVICE = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

    private DocumentedPlugin() {}

    /** Compiles the page's code and packs it into {@code my.jar} in a folder. */
    public static Path jar(Path folder) {
        try {
            String page = Files.readString(PAGE);
            Path classes = Files.createDirectories(folder.resolve("classes"));
            compile(sources(page, folder), classes);
            var service = SERVICE.matcher(page);
            assertThat(service.find()).as("the page says what is in the service file").isTrue();
            Path services = Files.createDirectories(classes.resolve("META-INF/services"));
            Files.writeString(services.resolve(StrategyCatalog.class.getName()), service.group(1));
            return pack(classes, folder.resolve("my.jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The classes that a page shows, each in a file of its own. */
    static List<Path> sources(String page, Path folder) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (MatchResult block : JAVA.matcher(page).results().toList()) {
            var name = NAME.matcher(block.group(1));
            assertThat(name.find()).as(block.group(1)).isTrue();
            sources.add(Files.writeString(folder.resolve(name.group(1) + ".java"), block.group(1)));
        }
        return sources;
    }

    /** Compiles files with the class path of the tests. */
    static void compile(List<Path> sources, Path classes) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
            StringWriter told = new StringWriter();
            boolean compiled = javac.getTask(
                            told, files, null,
                            List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")),
                            null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(told.toString()).isTrue();
        }
    }

    /** Packs a folder into a jar. */
    static Path pack(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                out.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }

    /** The catalog in a jar. */
    static StrategyCatalog catalog(Path jar) {
        try {
            var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, StrategyCatalog.class.getClassLoader());
            return ServiceLoader.load(StrategyCatalog.class, loader).stream()
                    .filter(provider -> provider.type().getClassLoader() == loader).findFirst().orElseThrow().get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder that is deleted when the JVM ends. */
    static Path folder() {
        try {
            Path folder = Files.createTempDirectory("plugin");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
