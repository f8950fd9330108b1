package io.birdseye.planning.production;

import io.birdseye.planning.production.Span.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads traces in the JSON of OTLP, the OpenTelemetry protocol: one document, or one in each line, as the collector's
 * file exporter writes them. Cost: the memory of the largest document, some ten times its size.
 */
final class OtlpTraces {

    /** Some hundred requests of a route say enough, and take a few MB. */
    private static final long MAX_BYTES = 64_000_000;

    /** OTLP needs 12 levels; an attribute may be a list of lists. */
    private static final int MAX_DEPTH = 64;

    private static final int MAX_SPANS = 500_000;

    /** A file of this size has some 8 million; one of nothing but brackets would take ten times its memory. */
    private static final long MAX_TOKENS = 10_000_000;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxTokenCount(MAX_TOKENS)
                            .build())
                    .build())
            .build();

    private final String file;
    private final List<Span> spans = new ArrayList<>();

    private OtlpTraces(Path file) {
        this.file = file.toString();
    }

    /** @throws RefusedTelemetry if the file cannot be read, is not OTLP, or has a span that cannot be */
    static List<Span> read(Path path) throws RefusedTelemetry {
        OtlpTraces traces = new OtlpTraces(path);
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw new RefusedTelemetry(traces.file, "has " + Files.size(path) + " bytes, but allowed are "
                        + MAX_BYTES + ": some hundred requests of the route are enough");
            }
            try (MappingIterator<JsonNode> documents = JSON.readerFor(JsonNode.class).readValues(path)) {
                while (documents.hasNextValue()) {
                    JsonNode document = documents.nextValue();
                    int line = documents.currentLocation().getLineNr();
                    traces.document(document, line < 1 ? traces.file : traces.file + ":" + line);
                }
            }
        } catch (NoSuchFileException e) {
            throw new RefusedTelemetry(traces.file, "there is no such file");
        } catch (IOException e) {
            throw new RefusedTelemetry(traces.file, "cannot be read: " + RefusedTelemetry.shown(String.valueOf(e.getMessage())));
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            String place = at == null || at.getLineNr() < 1 ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
            throw new RefusedTelemetry(traces.file + place, "not JSON of OTLP traces: "
                    // Which setting of the library bounds it does not help a user.
                    + RefusedTelemetry.shown(String.valueOf(e.getOriginalMessage()).replaceAll(", from `[^`]*`", "")));
        }
        if (traces.spans.isEmpty()) {
            throw new RefusedTelemetry(
                    traces.file, "holds no span; allowed are OTLP traces as JSON, with resourceSpans[].scopeSpans[].spans[]");
        }
        return traces.spans;
    }

    private void document(JsonNode root, String place) throws RefusedTelemetry {
        if (!root.isObject()) {
            throw new RefusedTelemetry(place, "allowed is an object with 'resourceSpans', as OTLP writes traces");
        }
        each(root, place + " .resourceSpans", (resource, ofResource) -> {
            String service = attributes(resource.path("resource")).getOrDefault(Span.SERVICE, "");
            each(resource, ofResource + ".scopeSpans", (scope, ofScope) ->
                    each(scope, ofScope + ".spans", (span, ofSpan) -> {
                        if (spans.size() >= MAX_SPANS) {
                            throw new RefusedTelemetry(file, "has more than " + MAX_SPANS
                                    + " spans: some hundred requests of the route are enough");
                        }
                        String called = ofSpan + " ('" + RefusedTelemetry.shown(span.path("name").asString("")) + "')";
                        spans.add(span(span, service, called));
                    }));
        });
    }

    private interface Reader {
        void read(JsonNode element, String place) throws RefusedTelemetry;
    }

    /** Reads the elements of a list; one that is missing is empty. The place of the list ends with its field. */
    private static void each(JsonNode owner, String place, Reader reader) throws RefusedTelemetry {
        JsonNode list = owner.path(place.substring(place.lastIndexOf('.') + 1));
        if (!list.isArray() && !list.isMissingNode() && !list.isNull()) {
            throw new RefusedTelemetry(place, "allowed is a list");
        }
        for (int i = 0; i < list.size(); i++) {
            reader.read(list.get(i), place + "[" + i + "]");
        }
    }

    private static Span span(JsonNode span, String service, String place) throws RefusedTelemetry {
        String traceId = id(span, "traceId", place);
        String spanId = id(span, "spanId", place);
        Span.Interval time = new Span.Interval(time(span, "startTimeUnixNano", place), time(span, "endTimeUnixNano", place));
        if (time.ms() < 0) {
            throw new RefusedTelemetry(place, "ends " + -time.ms() + " ms before it starts");
        }
        Map<String, String> attributes = attributes(span);
        attributes.put(Span.SERVICE, service);
        String code = span.path("status").path("code").asString("");
        String http = attributes.getOrDefault(
                "http.response.status_code", attributes.getOrDefault("http.status_code", ""));
        // Clients mark 404 as an error too, though it is an answer.
        boolean failed = http.isEmpty() ? code.matches("2|STATUS_CODE_ERROR") : http.matches("5\\d\\d");
        Kind kind = switch (span.path("kind").asString("")) {
            case "2", "SPAN_KIND_SERVER" -> Kind.SERVER;
            case "3", "SPAN_KIND_CLIENT" -> Kind.CLIENT;
            default -> Kind.OTHER;
        };
        String parent = span.path("parentSpanId").asString("");
        return new Span(
                traceId + " " + spanId, parent.isEmpty() ? "" : traceId + " " + parent, kind,
                span.path("name").asString(""), time, failed, attributes, place);
    }

    private static String id(JsonNode span, String field, String place) throws RefusedTelemetry {
        String id = span.path(field).asString("");
        if (id.isBlank()) {
            throw new RefusedTelemetry(place, "needs '" + field + "'");
        }
        return id;
    }

    /** OTLP writes whole numbers of 64 bits as text; some exporters write them as numbers. */
    private static long time(JsonNode span, String field, String place) throws RefusedTelemetry {
        String text = span.path(field).asString("");
        try {
            long nanos = Long.parseLong(text);
            if (nanos > 0) {
                return nanos;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new RefusedTelemetry(place, field + " is '" + RefusedTelemetry.shown(text)
                + "', but allowed are nanoseconds since 1970, above 0");
    }

    private static Map<String, String> attributes(JsonNode owner) {
        Map<String, String> attributes = new HashMap<>();
        for (JsonNode attribute : owner.path("attributes")) {
            for (String type : List.of("stringValue", "intValue", "doubleValue")) {
                JsonNode value = attribute.path("value").path(type);
                if (value.isValueNode()) {
                    attributes.put(attribute.path("key").asString(""), value.asString(""));
                }
            }
        }
        return attributes;
    }
}
