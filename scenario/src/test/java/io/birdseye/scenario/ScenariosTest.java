package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.Latency;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ScenariosTest {

    private static final JsonNode SCHEMA = new JsonMapper().readTree(Scenarios.schema());
    private static final Schema VALIDATOR = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Scenarios.schema());

    static Stream<String> shipped() {
        return Stream.concat(
                Scenarios.NAMES.stream().map(name -> Scenarios.load(name).text()), Stream.of(Scenarios.template()));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void whatShipsIsValidToTheParserAndToEditors(String text) throws InvalidScenario {
        Scenario scenario = ScenarioFile.parse("shipped.yaml", text, List.of()).scenario();

        assertThat(scenario.objective()).isNotNull();
        assertThat(scenario.load()).isNotNull();
        assertThat(scenario.description()).isNotBlank();
        assertThat(VALIDATOR.validate(text, InputFormat.YAML)).isEmpty();
    }

    @Test
    void theMainArticlesCaseIsBuiltIn() {
        Scenario overview = Scenarios.load(Scenarios.OVERVIEW).scenario();

        assertThat(overview.name()).isEqualTo("overview");
        assertThat(overview.calls())
                .extracting(Scenario.Call::name).containsExactly("posts", "comments", "albums", "photos");
        assertThat(overview.calls()).allSatisfy(call -> assertThat(call.latency()).isEqualTo(new Latency.Fixed(200)));
        assertThat(overview.groups()).extracting(group -> group.calls().size()).containsExactly(2, 2);
    }

    @Test
    void everyScenarioHasTheNameUnderWhichItShips() {
        assertThat(Scenarios.NAMES)
                .allSatisfy(name -> assertThat(Scenarios.load(name).scenario().name()).isEqualTo(name));
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> Scenarios.load("shop").scenario()).hasMessageContaining("checkout-page");
    }

    @Test
    void everyComponentOfTheRecordsIsInTheSchema() {
        Map<Class<? extends Record>, String> records = new LinkedHashMap<>();
        records.put(Scenario.class, "scenario");
        records.put(Scenario.Group.class, "group");
        records.put(Scenario.Call.class, "call");
        records.put(CallPolicy.class, "call");
        records.put(Scenario.Objective.class, "objective");
        records.put(CpuStage.Multiply.class, "cpu");
        records.put(CpuStage.Compute.class, "cpu");
        records.put(LoadProfile.Phase.class, "openPhase");

        records.forEach((record, type) -> assertThat(properties(SCHEMA.at("/$defs/" + type)))
                .as(record.getSimpleName())
                .containsAll(Arrays.stream(record.getRecordComponents())
                        .map(RecordComponent::getName)
                        .filter(name -> !name.equals("policy"))
                        .toList()));
    }

    @Test
    void whatTheParserRefusesTheSchemaRefusesToo() {
        String good = Scenarios.load(Scenarios.OVERVIEW).text();
        for (String bad : List.of(
                good.replace("latency: 200ms", "latency: -200ms"), good.replace("rate: 50", "rate: 0"),
                good.replace("layout: boxed", "layout: flat"), good.replace("deadline: 5s", "timeout: 5s"),
                good.replace("payload: 27kB", "payload: lots"))) {
            assertThat(VALIDATOR.validate(bad, InputFormat.YAML)).as(bad).isNotEmpty();
            assertThatThrownBy(() -> ScenarioFile.parse("bad.yaml", bad, List.of()))
                    .isInstanceOf(InvalidScenario.class);
        }
    }

    private static List<String> properties(JsonNode type) {
        return List.copyOf(type.get("properties").propertyNames());
    }
}
