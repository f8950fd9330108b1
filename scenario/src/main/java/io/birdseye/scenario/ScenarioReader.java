package io.birdseye.scenario;

import io.birdseye.model.Budget;
import io.birdseye.model.DataSize;
import io.birdseye.model.Fault;
import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load.Model;
import io.birdseye.scenario.Faults.BrokenConnection;
import io.birdseye.scenario.Faults.Dribble;
import io.birdseye.scenario.Faults.ErrorStatus;
import io.birdseye.scenario.LoadProfile.Arrivals;
import io.birdseye.scenario.LoadProfile.Phase;
import io.birdseye.scenario.Scenario.Call;
import io.birdseye.scenario.Scenario.Group;
import io.birdseye.scenario.Scenario.Objective;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns a document that the checks have accepted into a scenario. */
final class ScenarioReader {

    /** What a call is that says nothing and is not like another one. */
    private static final Call NOTHING = new Call("", Latency.Fixed.ZERO, DataSize.NONE, Faults.NONE);

    private final JsonNode json;
    private final ObjectNode callsByName = JsonNodeFactory.instance.objectNode();

    ScenarioReader(JsonNode json) {
        this.json = json;
        for (JsonNode group : json.path("groups")) {
            group.path("calls").forEach(call -> callsByName.set(call.path("name").asString(), call));
        }
    }

    Scenario scenario() {
        return new Scenario(
                json.path("name").asString(),
                json.path("description").asString("").strip(),
                json.path("groups").valueStream().map(this::group).toList(),
                read(json.path("load"), ScenarioReader::load),
                read(json.path("budget"), ScenarioReader::budget),
                json.has("deadline") ? duration(json.path("deadline")) : Scenario.DEFAULT_DEADLINE,
                read(json.path("objective"), wanted ->
                        new Objective(duration(wanted.path("p99")), wanted.path("rate").asDouble())),
                json.path("strategies").valueStream().map(JsonNode::asString).toList());
    }

    private Group group(JsonNode group) {
        return new Group(
                group.path("name").asString(),
                group.path("calls").valueStream().map(this::call).toList(),
                cpu(group.path("cpu")));
    }

    private Call call(JsonNode call) {
        Call model = call.has("like") ? call(callsByName.path(call.path("like").asString())) : NOTHING;
        JsonNode latency = call.path("latency");
        return new Call(
                call.path("name").asString(),
                latency.isMissingNode() ? model.latency() : latency(latency),
                call.has("payload") ? DataSize.parse(call.path("payload").asString()) : model.payload(),
                faults(call).orElse(model.faults()));
    }

    private static Latency latency(JsonNode latency) {
        JsonNode uniform = latency.path("uniform");
        JsonNode lognormal = latency.path("lognormal");
        if (uniform.isObject()) {
            return new Latency.Uniform(ms(uniform.path("lower")), ms(uniform.path("upper")));
        }
        if (lognormal.isObject()) {
            return new Latency.Lognormal(
                    ms(lognormal.path("median")), lognormal.path("sigma").asDouble());
        }
        return new Latency.Fixed(ms(latency.isString() ? latency : latency.path("fixed")));
    }

    private static Budget budget(JsonNode budget) {
        JsonNode maxInFlight = budget.path(budget.has("queue") ? "queue" : "maxInFlight"); // queue is the old name
        return new Budget(budget.path("io").asInt(), budget.path("cpu").asInt(), maxInFlight.asInt());
    }

    private static Faults faults(JsonNode call) {
        JsonNode faults = call.path("faults");
        ErrorStatus shortForm =
                read(call.path("failureRate"), rate -> new ErrorStatus(Faults.UNAVAILABLE, rate.asDouble()));
        ErrorStatus status = read(faults.path("status"), fault ->
                new ErrorStatus(fault.path("code").asInt(), fault.path("probability").asDouble()));
        return new Faults(
                status != null ? status : shortForm,
                read(faults.path("connection"), fault -> new BrokenConnection(
                        Fault.valueOf(fault.path("kind").asString()),
                        fault.path("probability").asDouble())),
                read(faults.path("dribble"), fault ->
                        new Dribble(fault.path("chunks").asInt(), duration(fault.path("lasting")))));
    }

    private static CpuStage cpu(JsonNode cpu) {
        if (cpu.has("time")) {
            return new CpuStage.Compute(duration(cpu.path("time")));
        }
        return cpu.has("multiply")
                ? new CpuStage.Multiply(
                        DataSize.parse(cpu.path("multiply").asString()),
                        choice(Layout.class, cpu.path("layout"), Layout.BOXED))
                : new CpuStage.None();
    }

    private static LoadProfile load(JsonNode load) {
        boolean open = load.has("rate") || load.has("open");
        String level = open ? "rate" : "users";
        JsonNode phases = load.path(open ? "open" : "closed");
        return new LoadProfile(
                open ? Model.OPEN : Model.CLOSED,
                choice(Arrivals.class, load.path("arrivals"), Arrivals.CONSTANT),
                phases.isMissingNode()
                        ? List.of(phase(load, level))
                        : phases.valueStream().map(phase -> phase(phase, level)).toList());
    }

    private static Phase phase(JsonNode phase, String level) {
        boolean holds = phase.has(level);
        return new Phase(
                phase.path(holds ? level : "from").asDouble(),
                phase.path(holds ? level : "to").asDouble(),
                phase.path("steps").asInt(0),
                phase.has("lasting") ? duration(phase.path("lasting")) : Duration.ZERO);
    }

    private static <E extends Enum<E>> E choice(Class<E> type, JsonNode value, E fallback) {
        return value.isMissingNode() ? fallback : Enum.valueOf(type, value.asString().toUpperCase(Locale.ROOT));
    }

    private static Duration duration(JsonNode value) {
        return duration(value.asString());
    }

    /**
     * A duration as files may write it, with or without a space before the unit.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Duration duration(String text) {
        return Durations.parse(text.replace(" ", ""));
    }

    private static double ms(JsonNode value) {
        return Durations.ms(duration(value));
    }

    private static <T> @Nullable T read(JsonNode value, Function<JsonNode, T> reader) {
        return value.isMissingNode() ? null : reader.apply(value);
    }
}
