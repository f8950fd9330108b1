package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.web.bind.annotation.GetMapping;
import org.yaml.snakeyaml.Yaml;

/** The files for Birdseye say what the service has. */
class FilesBesideTest {

    @Test
    void everyVariantAsksForAStrategyThatThereIs() throws IOException {
        List<String> there = Stream.of(BasketController.class.getDeclaredMethods())
                .map(method -> method.getAnnotation(GetMapping.class))
                .filter(mapping -> mapping != null)
                .map(mapping -> mapping.params()[0].replace("strategy=", ""))
                .toList();
        Map<String, Map<String, Map<String, String>>> variants = read("birdseye.yaml", "variants");

        assertThat(variants.values()).extracting(variant -> variant.get("query").get("strategy"))
                .containsAll(there)
                .allMatch(there::contains);
    }

    @Test
    void theUpstreamsArePlayedUnderThePathsThatAreCalled() throws IOException {
        List<Map<String, Object>> groups = read("upstreams.yaml", "groups");

        assertThat(groups.stream().flatMap(group -> ((List<?>) group.get("calls")).stream()))
                .extracting(call -> ((Map<?, ?>) call).get("name"))
                .isEqualTo(Stream.of(Call.values()).map(Call::path).toList());
    }

    @Test
    void theScenarioOfTheDatabaseHasItsPoolAndItsQuery() throws IOException {
        Database.Settings usual = new Binder(new MapConfigurationPropertySource(Map.of()))
                .bindOrCreate("database", Database.Settings.class);
        Map<String, Map<String, Object>> pools = read("orders.yaml", "pools");
        List<Map<String, List<Map<String, Object>>>> groups = read("orders.yaml", "groups");

        assertThat(pools.get("db"))
                .isEqualTo(Map.of("size", usual.connections(), "wait", usual.longestWait().toSeconds() + "s"));
        assertThat(groups.getFirst().get("calls").getFirst())
                .containsEntry("latency", usual.query().toMillis() + "ms").containsEntry("pool", "db");
    }

    private static <T> T read(String file, String key) throws IOException {
        Map<String, T> yaml = new Yaml().load(Files.readString(Path.of(file)));
        return yaml.get(key);
    }
}
