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
    private static final long LARGEST_BYTES = 64_000_000;

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
            if (Files.size(path) > LARGEST_BYTES) {
                throw new RefusedTelemetry(traces.file, "has " + Files.size(path) + " bytes, but allowed are "
                        + LARGEST_BYTES + ": some hundred requests of the route are enough");
            }
            try (MappingIterator<JsonNode> documents = JSON.readerFor(JsonNode.class).readValues(path)) {
                while (documents.hasNextValue()) {
                    traces.document(documents.nextValue(), documents.currentLocation());
                }
            }
        } catch (NoSuchFileException e) {
            throw new RefusedTelemetry(traces.file, "there is no such file");
        } catch (IOException e) {
            throw new RefusedTelemetry(traces.file, "cannot be read: " + RefusedTelemetry.shown(String.valueOf(e.getMessage())));
        } catch (JacksonException e) {
            throw new RefusedTelemetry(traces.at(e.getLocation()), "not JSON of OTLP traces: "
                    // Which setting of the library bounds it does not help a user.
                    + RefusedTelemetry.shown(String.valueOf(e.getOriginalMessage()).replaceAll(", from `[^`]*`", "")));
        }
        if (traces.spans.isEmpty()) {
            throw new RefusedTelemetry(
                    traces.file, "holds no span; allowed are OTLP traces as JSON, with resourceSpans[].scopeSpans[].spans[]");
        }
        return traces.spans;
    }

    private String at(TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? file
                : file + ":" + location.getLineNr() + ":" + location.getColumnNr();
    }

    private void document(JsonNode root, TokenStreamLocation end) throws RefusedTelemetry {
        String place = file + (end.getLineNr() < 1 ? "" : ":" + end.getLineNr());
        if (!root.isObject()) {
            throw new RefusedTelemetry(place, "allowed is an object with 'resourceSpans', as OTLP writes traces");
        }
        JsonNode resources = list(root, "resourceSpans", place, "");
        for (int i = 0; i < resources.size(); i++) {
            JsonNode resource = resources.get(i);
            String path = ".resourceSpans[" + i + "]";
            String service = attributes(resource.path("resource")).getOrDefault("service.name", "");
            JsonNode scopes = list(resource, "scopeSpans", place, path);
            for (int j = 0; j < scopes.size(); j++) {
                String scope = path + ".scopeSpans[" + j + "]";
                JsonNode recorded = list(scopes.get(j), "spans", place, scope);
                for (int k = 0; k < recorded.size(); k++) {
                    spans.add(span(recorded.get(k), service, place + " " + scope + ".spans[" + k + "]"));
                    if (spans.size() > MAX_SPANS) {
                        throw new RefusedTelemetry(file, "has more than " + MAX_SPANS
                                + " spans: some hundred requests of the route are enough");
                    }
                }
            }
        }
    }

    private static JsonNode list(JsonNode owner, String field, String place, String path) throws RefusedTelemetry {
        JsonNode list = owner.path(field);
        if (!list.isArray() && !list.isMissingNode() && !list.isNull()) {
            throw new RefusedTelemetry(place + " " + path + "." + field, "allowed is a list");
        }
        return list;
    }

    private static Span span(JsonNode span, String service, String place) throws RefusedTelemetry {
        String name = span.path("name").asString("");
        String called = place + " ('" + RefusedTelemetry.shown(name) + "')";
        String traceId = id(span, "traceId", called);
        String spanId = id(span, "spanId", called);
        long start = time(span, "startTimeUnixNano", called);
        long end = time(span, "endTimeUnixNano", called);
        if (end < start) {
            throw new RefusedTelemetry(called, "ends " + (start - end) / 1e6 + " ms before it starts");
        }
        Map<String, String> attributes = attributes(span);
        String code = span.path("status").path("code").asString("");
        String http = attributes.getOrDefault(
                "http.response.status_code", attributes.getOrDefault("http.status_code", ""));
        // Clients mark 404 as an error too, though it is an answer.
        boolean failed = http.isEmpty()
                ? code.equals("2") || code.equals("STATUS_CODE_ERROR")
                : http.matches("5\\d\\d");
        return new Span(
                traceId, spanId, span.path("parentSpanId").asString(""), kind(span.path("kind").asString("")), name,
                start, end, failed, attributes, service, called);
    }

    private static Kind kind(String kind) {
        return switch (kind) {
            case "2", "SPAN_KIND_SERVER" -> Kind.SERVER;
            case "3", "SPAN_KIND_CLIENT" -> Kind.CLIENT;
            default -> Kind.OTHER;
        };
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
            JsonNode value = attribute.path("value");
            for (String type : new String[] {"stringValue", "intValue", "doubleValue"}) {
                if (value.path(type).isValueNode()) {
                    attributes.put(attribute.path("key").asString(""), value.path(type).asString(""));
                }
            }
        }
        return attributes;
    }
}
