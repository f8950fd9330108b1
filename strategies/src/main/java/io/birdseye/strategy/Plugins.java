package io.birdseye.strategy;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.jar.JarFile;
import java.util.zip.ZipException;

/** The jars that a user adds: each contains strategies, or libraries that these need. */
public record Plugins(List<Path> jars, Strategies strategies) {

    private static final String SERVICE_FILE = "META-INF/services/" + StrategyCatalog.class.getName();

    /** @throws IllegalArgumentException if one of them cannot be used; the message names the jar and the reason */
    public static Plugins load(List<Path> jars) {
        if (jars.isEmpty()) {
            return new Plugins(List.of(), Strategies.load());
        }
        if (jars.stream().filter(Plugins::hasCatalog).toList().isEmpty()) {
            throw refused(jars, "it brings no strategies: there is no " + SERVICE_FILE + " in it");
        }
        URL[] urls = jars.stream().map(Plugins::url).toArray(URL[]::new);
        // Never closed: the strategies' classes are loaded from it for as long as the program runs.
        URLClassLoader loader = new URLClassLoader(urls, Strategies.class.getClassLoader());
        return new Plugins(jars.stream().map(Path::toAbsolutePath).toList(), strategies(jars, loader));
    }

    private static Strategies strategies(List<Path> jars, ClassLoader loader) {
        try {
            return Strategies.load(loader);
        } catch (UnsupportedClassVersionError e) {
            throw refused(jars, "it was compiled for a newer Java than " + Runtime.version().feature() + ": "
                    + e.getMessage());
        } catch (LinkageError e) {
            throw refused(jars, "it does not fit this Birdseye, or needs a library that is not given beside it: " + e);
        } catch (ServiceConfigurationError | IllegalStateException | IllegalArgumentException e) {
            throw refused(jars, String.valueOf(e.getMessage()));
        }
    }

    private static boolean hasCatalog(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw refused(List.of(jar), Files.exists(jar) ? "it is not a file" : "there is no such file");
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry(SERVICE_FILE) != null;
        } catch (ZipException e) {
            throw refused(List.of(jar), "it is not a jar");
        } catch (IOException e) {
            throw refused(List.of(jar), "it cannot be read: " + e.getMessage());
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw refused(List.of(jar), String.valueOf(e.getMessage()));
        }
    }

    private static IllegalArgumentException refused(List<Path> jars, String why) {
        String names = String.join(", ", jars.stream().map(Path::toString).toList());
        return new IllegalArgumentException("plugin " + names + " cannot be used: " + why);
    }
}
