package io.birdseye.scenario;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Budget;
import io.birdseye.model.CallPolicy.Pool;
import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.DataSize;
import io.birdseye.model.Durations;
import io.birdseye.model.Fault;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load.Model;
import io.birdseye.scenario.Faults.BrokenConnection;
import io.birdseye.scenario.Faults.Dribble;
import io.birdseye.scenario.Faults.ErrorStatus;
import io.birdseye.scenario.LoadProfile.Phase;
import io.birdseye.scenario.Scenario.Call;
import io.birdseye.scenario.Scenario.Group;
import io.birdseye.scenario.Scenario.Objective;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns a document that the checks have accepted into a scenario, and fills in what is left out. */
final class ScenarioReader {

    /** What a call is that says nothing and is not like another one. */
    private static final Call NOTHING = new Call("", Latency.Fixed.ZERO, DataSize.NONE, Faults.NONE, CallPolicy.ONCE, null);

    private final JsonNode json;
    private final List<JsonNode> calls;

    ScenarioReader(JsonNode json) {
        this.json = json;
        calls = json.path("groups").valueStream().flatMap(group -> group.path("calls").valueStream()).toList();
    }

    Scenario scenario() {
        return new Scenario(
                json.path("name").asString(), json.path("description").asString("").strip(),
                json.path("groups").valueStream().map(this::group).toList(),
                read(json.path("load"), ScenarioReader::load), read(json.path("budget"), ScenarioReader::budget),
                duration(json.path("deadline").asString(Durations.format(Scenario.DEFAULT_DEADLINE))),
                read(json.path("objective"), wanted ->
                        new Objective(duration(wanted.path("p99").asString()), wanted.path("rate").asDouble())),
                json.path("strategies").valueStream().map(JsonNode::asString).toList());
    }

    private Group group(JsonNode group) {
        Set<JsonNode> followers = group.path("calls").valueStream().map(call -> call.path("then")).collect(Collectors.toSet());
        return new Group(
                group.path("name").asString(),
                group.path("calls").valueStream().filter(call -> !followers.contains(call.path("name"))).map(this::call).toList(),
                cpu(group.path("cpu")));
    }

    private Call call(JsonNode call) {
        Call alone = alone(call);
        return new Call(
                alone.name(), alone.latency(), alone.payload(), alone.faults(), alone.policy(),
                named(call.path("then")).map(this::call).orElse(null));
    }

    /** Without what follows it: a call that is like another one does not take that. */
    private Call alone(JsonNode call) {
        Call model = named(call.path("like")).map(this::alone).orElse(NOTHING);
        return new Call(
                call.path("name").asString(), call.has("latency") ? latency(call.path("latency")) : model.latency(),
                call.has("payload") ? DataSize.parse(call.path("payload").asString()) : model.payload(),
                faults(call, model.faults()), policy(call, model.policy()), null);
    }

    private Optional<JsonNode> named(JsonNode name) {
        return calls.stream().filter(other -> other.path("name").equals(name)).findFirst();
    }

    private CallPolicy policy(JsonNode call, CallPolicy model) {
        return new CallPolicy(
                call.path("probability").asDouble(model.probability()),
                call.has("pool") ? pool(call.path("pool").asString()) : model.pool(),
                call.has("timeout") ? duration(call.path("timeout").asString()) : model.timeout(),
                call.has("retry") ? retry(call.path("retry")) : model.retry());
    }

    private Pool pool(String name) {
        JsonNode pool = json.path("pools").path(name);
        return new Pool(name, pool.path("size").asInt(), read(pool.path("wait"), wait -> duration(wait.asString())));
    }

    private static Retry retry(JsonNode retry) {
        int times = retry.path("times").asInt();
        return retry.has("on")
                ? new Retry(times, retry.path("on").valueStream().map(JsonNode::asString).collect(Collectors.toSet()))
                : Retry.times(times);
    }

    private static Latency latency(JsonNode latency) {
        JsonNode uniform = latency.path("uniform");
        JsonNode lognormal = latency.path("lognormal");
        if (uniform.isObject()) {
            return new Latency.Uniform(ms(uniform.path("lower")), ms(uniform.path("upper")));
        }
        if (lognormal.isObject()) {
            return new Latency.Lognormal(ms(lognormal.path("median")), lognormal.path("sigma").asDouble());
        }
        return new Latency.Fixed(ms(latency.isString() ? latency : latency.path("fixed")));
    }

    private static Budget budget(JsonNode budget) {
        return new Budget(budget.path("io").asInt(), budget.path("cpu").asInt(), budget.path("maxInFlight").asInt());
    }

    /** @param model what is taken of each kind that this call does not say */
    private static Faults faults(JsonNode call, Faults model) {
        JsonNode faults = call.path("faults");
        ErrorStatus status = read(faults.path("status"), fault ->
                new ErrorStatus(fault.path("code").asInt(), fault.path("probability").asDouble()));
        ErrorStatus shortForm =
                read(call.path("failureRate"), rate -> new ErrorStatus(Faults.UNAVAILABLE, rate.asDouble()));
        BrokenConnection connection = read(faults.path("connection"), fault -> new BrokenConnection(
                Fault.valueOf(fault.path("kind").asString()), fault.path("probability").asDouble()));
        Dribble dribble = read(faults.path("dribble"), fault ->
                new Dribble(fault.path("chunks").asInt(), duration(fault.path("lasting").asString())));
        return new Faults(
                status != null ? status : shortForm != null ? shortForm : model.status(),
                connection != null ? connection : model.connection(), dribble != null ? dribble : model.dribble());
    }

    private static CpuStage cpu(JsonNode cpu) {
        if (cpu.has("time")) {
            return new CpuStage.Compute(duration(cpu.path("time").asString()));
        }
        return cpu.has("multiply")
                ? new CpuStage.Multiply(
                        DataSize.parse(cpu.path("multiply").asString()),
                        choice(Layout.class, cpu.path("layout"), Layout.BOXED))
                : new CpuStage.None();
    }

    private static LoadProfile load(JsonNode load) {
        boolean open = load.has("rate") || load.has("open");
        JsonNode phases = load.path(open ? "open" : "closed");
        return new LoadProfile(
                open ? Model.OPEN : Model.CLOSED,
                choice(Arrivals.class, load.path("arrivals"), Arrivals.POISSON),
                phases.isMissingNode()
                        ? List.of(phase(load))
                        : phases.valueStream().map(ScenarioReader::phase).toList());
    }

    private static Phase phase(JsonNode phase) {
        JsonNode level = phase.path(phase.has("rate") ? "rate" : "users");
        return new Phase(
                phase.path("from").asDouble(level.asDouble(0)), phase.path("to").asDouble(level.asDouble(0)),
                phase.path("steps").asInt(0), duration(phase.path("lasting").asString("0s")));
    }

    private static <E extends Enum<E>> E choice(Class<E> type, JsonNode value, E fallback) {
        return Enum.valueOf(type, value.asString(fallback.name()).toUpperCase(Locale.ROOT));
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
        return Durations.ms(duration(value.asString()));
    }

    private static <T> @Nullable T read(JsonNode value, Function<JsonNode, T> reader) {
        return value.isMissingNode() ? null : reader.apply(value);
    }
}
