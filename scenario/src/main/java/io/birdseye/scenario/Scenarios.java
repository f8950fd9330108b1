package io.birdseye.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What ships with Birdseye: the main article's case, three examples, the template of a new file, and the schema. */
public final class Scenarios {

    public static final String OVERVIEW = "overview";

    public static final List<String> NAMES =
            List.of(OVERVIEW, "checkout-page", "search-aggregator", "cpu-heavy-report");

    private Scenarios() {}

    /** A shipped scenario, with its text and comments. */
    public static ScenarioFile load(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    "there is no scenario '" + name + "'; shipped are " + String.join(", ", NAMES));
        }
        String text = resource(name + ".yaml");
        try {
            // Without the checks, which a test makes: the validator takes some 100 ms to start.
            return new ScenarioFile(new ScenarioReader(YamlDocument.ofScenario(name + ".yaml", text).json()).scenario(), text);
        } catch (InvalidScenario e) {
            throw new IllegalStateException("a shipped scenario is not valid: " + e.getMessage(), e);
        }
    }

    /** A commented file for a user to start from. */
    public static String template() {
        return resource("template.yaml");
    }

    /** The JSON Schema that gives editors completion and errors as one types. */
    public static String schema() {
        return resource("scenario.schema.json");
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Scenarios.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
