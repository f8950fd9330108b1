package io.birdseye.service.api;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.model.Topology;
import io.birdseye.service.overview.MemorySizes;
import io.birdseye.service.overview.OverviewParameters;
import io.birdseye.service.overview.RequestLimits;
import io.birdseye.service.server.ProblemType;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the service offers: the list of strategies, with their threads under a budget, and the API. */
@Path("/")
public record DescriptionResource(Strategies strategies, RequestLimits limits, Shape shape) {

    /** @param publishedBudget null if no article published the strategy */
    record Description(
            String name, String summary, String waits, String takeWhen, String avoidWhen, String source,
            String client, String origin, boolean blocksHttpThread,
            @Nullable Budget publishedBudget, Budget budget, Topology topology) {}

    @GET
    @Path("strategies")
    public Response list(@BeanParam OverviewParameters parameters) {
        Budget budget = parameters.checkPools(limits);
        return json(strategies.all().stream().map(entry -> describe(entry, budget)).toList());
    }

    private Description describe(StrategyEntry entry, Budget budget) {
        StrategyInfo info = entry.info();
        return new Description(
                entry.name(), info.summary(), info.waits(), info.takeWhen(), info.avoidWhen(), info.source(),
                Format.label(info.waiter().client()), Format.label(info.origin()), entry.blocksHttpThread(),
                entry.publishedBudget(limits.httpThreads(), budget.maxInFlight()).orElse(null), budget,
                entry.topology(budget, shape));
    }

    /** The file {@code openapi.json}, with the strategies, problems and limits of this service. */
    @GET
    @Path("openapi.json")
    public Response openApi() {
        JsonNode document = JsonMapper.shared().readTree(getClass().getResourceAsStream("openapi.json"));
        ArrayNode names = schema(document, "Strategy").putArray("enum");
        strategies.names().forEach(names::add);
        ArrayNode types = schema(document, "ProblemType").putArray("enum");
        Arrays.stream(ProblemType.values()).map(ProblemType::label).forEach(types::add);
        schema(document, "IoPoolSize").put("maximum", limits.maxIo());
        schema(document, "CpuPoolSize").put("maximum", limits.maxCpu());
        schema(document, "MaxInFlight").put("maximum", limits.maxInFlight());
        List<MemorySizes.Range> ranges = limits.memorySizes().ranges();
        ObjectNode memory = schema(document, "SharedMemory").put("default", limits.memorySizes().byDefault());
        ArrayNode sizes = memory.putArray("enum");
        ranges.forEach(range -> sizes.add(range.from()));
        if (ranges.stream().anyMatch(range -> range.from() != range.to())) {
            memory.remove("enum");
        }
        return json(document);
    }

    private static ObjectNode schema(JsonNode document, String name) {
        return (ObjectNode) document.at("/components/schemas/" + name);
    }

    private static Response json(Object value) {
        return Response.ok(value, MediaType.APPLICATION_JSON_TYPE).build();
    }
}
