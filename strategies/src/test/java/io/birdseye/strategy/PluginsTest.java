package io.birdseye.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.strategy.executor.ExecutorStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {

    @TempDir
    private Path folder;

    @Test
    void itsStrategiesStandBesideOurs() {
        Path jar = DocumentedPlugin.jar(folder);

        Plugins plugins = Plugins.load(List.of(jar));

        assertThat(plugins.strategies().names()).contains("hand-over").containsAll(Strategies.load().names());
        assertThat(plugins.jars()).containsExactly(jar.toAbsolutePath());
    }

    @Test
    void withoutJarsThereAreOursAlone() {
        assertThat(Plugins.load(List.of()).strategies().names()).isEqualTo(Strategies.load().names());
    }

    @Test
    void whatIsNoJarIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("my.txt"), "hello");

        assertRefused(folder.resolve("nowhere.jar"), "nowhere.jar cannot be used: there is no such file");
        assertRefused(folder, "it is not a file");
        assertRefused(text, "it is not a jar");
    }

    @Test
    void aJarWithoutACatalogIsRefusedAndSaysWhatIsMissing() throws IOException {
        DocumentedPlugin.jar(folder);
        Files.delete(serviceFile());

        assertRefused(repacked(), "there is no META-INF/services/io.birdseye.strategy.StrategyCatalog in it");
    }

    @Test
    void aCatalogThatDoesNotExistIsRefused() throws IOException {
        DocumentedPlugin.jar(folder);
        Files.writeString(serviceFile(), "com.example.Nowhere");

        assertRefused(repacked(), "com.example.Nowhere");
    }

    @Test
    void aNameThatIsTakenIsRefused() throws IOException {
        DocumentedPlugin.jar(folder);
        Files.writeString(serviceFile(), "com.example.MyStrategies\n" + Taken.class.getName());

        assertRefused(repacked(), "'executor'; the name is already taken");
    }

    /** Brings a strategy that is there already. */
    public static final class Taken implements StrategyCatalog {

        @Override
        public List<StrategyEntry> entries() {
            return List.of(StrategyEntry.of(ExecutorStrategy.class, ExecutorStrategy::new));
        }
    }

    @Test
    void classesForANewerJavaAreRefused() throws IOException {
        DocumentedPlugin.jar(folder);
        Path catalog = folder.resolve("classes/com/example/MyStrategies.class");
        byte[] bytes = Files.readAllBytes(catalog);
        bytes[7] = 120; // the major version of a class file
        Files.write(catalog, bytes);

        assertRefused(repacked(), "it was compiled for a newer Java than " + Runtime.version().feature());
    }

    @Test
    void aMissingLibraryIsRefused() throws IOException {
        DocumentedPlugin.jar(folder);
        Files.delete(folder.resolve("classes/com/example/HandOverStrategy.class"));

        assertRefused(repacked(), "needs a library that is not given beside it");
    }

    private Path serviceFile() {
        return folder.resolve("classes/META-INF/services").resolve(StrategyCatalog.class.getName());
    }

    private Path repacked() throws IOException {
        return DocumentedPlugin.pack(folder.resolve("classes"), folder.resolve("repacked.jar"));
    }

    private static void assertRefused(Path jar, String why) {
        assertThatThrownBy(() -> Plugins.load(List.of(jar)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
    }
}
