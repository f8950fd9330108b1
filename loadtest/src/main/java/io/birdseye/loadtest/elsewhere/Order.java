package io.birdseye.loadtest.elsewhere;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Subject;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** What a coordinator is told: a task, and the addresses of servers and of injectors' control endpoints that are there already. */
public record Order(Task<?> task, String serviceUrl, String mockUrl, List<String> injectors) {

    private static final int MAX_BYTES = 1 << 20;

    private static final JsonMapper JSON = ResultsFile.JSON.rebuild()
            .addMixIn(Task.class, OneOf.class)
            .addMixIn(Subject.class, OneOf.class)
            .addMixIn(Budgets.class, OneOf.class)
            .addMixIn(Measurement.class, WithoutFolder.class)
            .addMixIn(ScenarioFile.class, AsText.class)
            .build();

    public Order {
        injectors = List.copyOf(injectors);
    }

    /** A sealed type: the name of the record stands beside its fields. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "is")
    private interface OneOf {}

    /** The folder of the results is one of the user's machine. */
    @JsonIgnoreProperties("out")
    private interface WithoutFolder {}

    @JsonSerialize(converter = ToText.class)
    @JsonDeserialize(converter = FromText.class)
    private interface AsText {}

    /** @param strategies that the text names */
    private record ScenarioText(String text, List<String> strategies) {}

    private static final class ToText extends StdConverter<ScenarioFile, ScenarioText> {

        @Override
        public ScenarioText convert(ScenarioFile file) {
            return new ScenarioText(file.text(), file.scenario().strategies());
        }
    }

    private static final class FromText extends StdConverter<ScenarioText, ScenarioFile> {

        @Override
        public ScenarioFile convert(ScenarioText scenario) {
            try {
                return ScenarioFile.parse("scenario", scenario.text(), scenario.strategies());
            } catch (InvalidScenario e) {
                throw new IllegalArgumentException("the scenario of the order is none: " + e.getMessage(), e);
            }
        }
    }

    public String json() {
        return JSON.writeValueAsString(this);
    }

    /** @throws IOException if the file cannot be read, or holds something else */
    static Order read(Path file) throws IOException {
        try {
            return JSON.readValue(WholeFile.read(file, MAX_BYTES), Order.class);
        } catch (JacksonException e) {
            throw new IOException(file + " is no order: " + e.getOriginalMessage(), e);
        }
    }
}
