package io.birdseye.mockapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The JSON of the admin API and of the settings file. A start without a settings file does not load this class: a JSON
 * mapper takes longer to set up than the rest of the start.
 */
final class AdminJson {

    /** Settings are four objects deep, and their longest text is the name of a fault. */
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(20)
                            .maxStringLength(1_000)
                            .maxNameLength(1_000)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new WholeNumbers())
                    .addSerializer(double.class, new WholeNumbers()))
            .build();

    private AdminJson() {}

    /** Settings, or a report, as one JSON object. */
    static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /**
     * @param current where the seed comes from if the JSON has none, and the payload sizes that it does not name. The
     *     sizes are those of the start, not those of the settings before: otherwise routes would pile up
     * @throws InvalidSetting with the path of the field that is wrong
     */
    static UpstreamSettings read(String json, UpstreamSettings current) {
        JsonNode tree = MAPPER.missingNode();
        try {
            tree = MAPPER.readTree(json);
            return MAPPER.treeToValue(tree, Document.class).over(current);
        } catch (JacksonException e) {
            if (!tree.isObject()) {
                String start = json.length() <= 80 ? json : json.substring(0, 80) + "…";
                throw new InvalidSetting("body", start, "a JSON object with seed, default, routes" + place(e));
            }
            throw refusal(e, tree);
        }
    }

    /** Where, and why, the text is no JSON, or goes beyond a bound. */
    private static String place(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null || at.getLineNr() < 1
                ? ""
                : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ": "
                        + String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("damaged") + ")";
    }

    private static InvalidSetting refusal(JacksonException e, JsonNode tree) {
        List<String> path = new ArrayList<>();
        JsonNode value = tree;
        for (JacksonException.Reference reference : e.getPath()) {
            path.add(String.valueOf(reference.getPropertyName()));
            value = value.path(path.getLast());
        }
        if (e.getCause() instanceof InvalidSetting refused) {
            return refused.within(String.join(".", path));
        }
        if (e instanceof InvalidTypeIdException && value.isObject()) {
            path.add("type");
            value = value.path("type");
        }
        return new InvalidSetting(
                String.join(".", path),
                value.isMissingNode() ? null : value.isString() ? value.stringValue() : value,
                e instanceof UnrecognizedPropertyException unknown
                        ? unknown.getKnownPropertyIds().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining(", ", "one of the fields ", ""))
                        : Limits.allowed(path.isEmpty() ? "" : path.getLast()));
    }

    /** The settings as they are sent: every part may be left out. */
    private record Document(
            @Nullable Long seed, @JsonProperty("default") @Nullable RouteSettings defaults,
            @Nullable Map<String, @Nullable RouteSettings> routes) {

        UpstreamSettings over(UpstreamSettings current) {
            Map<String, RouteSettings> merged = new TreeMap<>();
            current.routes().forEach((route, before) -> {
                if (before.payloadBytes() != null) {
                    merged.put(route, RouteSettings.ofPayload(before.payloadBytes()));
                }
            });
            if (routes != null) {
                routes.forEach((route, settings) -> merged.merge(
                        route, Objects.requireNonNullElse(settings, RouteSettings.NONE),
                        (before, now) -> now.orElse(before)));
            }
            return new UpstreamSettings(
                    seed == null ? current.seed() : seed, Objects.requireNonNullElse(defaults, RouteSettings.NONE),
                    merged);
        }
    }

    /** Writes 200 and not 200.0, as WireMock does. */
    private static final class WholeNumbers extends StdSerializer<Double> {

        WholeNumbers() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext context) {
            if (value == Math.rint(value)) {
                json.writeNumber(value.longValue());
            } else {
                json.writeNumber(value.doubleValue());
            }
        }
    }
}
