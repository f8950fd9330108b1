package io.birdseye.planning.production;

import io.birdseye.planning.production.Span.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads spans from a file of any size as a stream, until there are enough: the JSON of OTLP (also as Tempo answers, of old
 * collectors, with protobuf's own names), of Jaeger and of Zipkin 2, in one document or in lines. A span that cannot be
 * is left out with a warning. Cost: some 1 KB for each span that is kept.
 */
final class SpanReader {

    /** Lists and objects around spans; what is known of these is in fields of such an object. All without underscores. */
    private static final Set<String> HOLDERS = Set.of("resourcespans", "batches", "trace", "traces", "data", "scopespans",
            "instrumentationlibraryspans", "spans", "hits", "source", "result");
    private static final Set<String> FIELDS = Set.of("traceid", "spanid", "id", "parentspanid", "parentid", "references", "name",
            "operationname", "kind", "starttimeunixnano", "endtimeunixnano", "starttime", "timestamp", "duration", "status", "attributes",
            "tags", "tag", "resource", "process", "processid", "processes", "servicename", "localendpoint", "remoteendpoint");
    private static final Pattern KEPT = Pattern.compile("(http|url|server|service|net|network|db|rpc|messaging|peer|client|span|otel|jdbc)"
            + "\\..{1,40}|method|uri|status|error|exception|processID");

    /** Attributes that a format has as fields of a span. */
    private static final Map<String, String> AS_FIELDS = Map.of(
            "/localendpoint/serviceName", Span.SERVICE, "/process/serviceName", Span.SERVICE, "/servicename", Span.SERVICE,
            "/processid", "processID", "/remoteendpoint/serviceName", "peer.service", "/remoteendpoint/ipv4", "server.address",
            "/remoteendpoint/ipv6", "network.peer.address", "/remoteendpoint/port", "server.port");

    /** Names of fields that other formats have, and what to do with such a file. */
    private static final Map<String, String> OTHERS = Map.of(
            "SpanContext", "spans as Go's stdout exporter prints them; send them to a collector with a file exporter",
            "start_time", "spans as an SDK's console exporter prints them; send them to a collector with a file exporter",
            "span_id", "spans as Datadog and flat tables have them; send them through a collector with a file exporter",
            "Segments", "AWS X-Ray's segments; send them through a collector with a file exporter",
            "trace.id", "spans as New Relic's API takes them; send them through a collector with a file exporter",
            "transaction", "documents of Elastic APM; send them through a collector with a file exporter",
            "binaryAnnotations", "Zipkin 1; ask its server's /api/v2/traces",
            "resourceLogs", "OTLP's logs and no traces; give the file of the pipeline of traces",
            "resourceMetrics", "OTLP's metrics and no traces; give the file of the pipeline of traces, or --from-prometheus",
            "traceEvents", "Chrome's trace events, which know no upstreams");

    private static final int MAX_SPANS = 300_000;
    private static final int MAX_TEXT = 300;
    private static final int MAX_BROKEN = 20;

    /** More hardly change a distribution. */
    private static final int ENOUGH_REQUESTS = 10_000;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(100).build()).build()).build();

    /** Ends the reading where there is enough. */
    private static final class Enough extends RuntimeException {}

    private final String file;
    private final Optional<String> route;
    private final RefusedTelemetry.Warnings warnings;
    private final List<Span> spans = new ArrayList<>();
    private final List<Span> unserved = new ArrayList<>();
    private String other = "";
    private int skipped;
    private int broken;
    private int requests;

    private SpanReader(Path file, Optional<String> route, RefusedTelemetry.Warnings warnings) {
        this.file = file.toString();
        this.route = route;
        this.warnings = warnings;
    }

    /** Reads until there are enough spans, or requests of the route; refuses a file that holds no span that can be read. */
    static List<Span> read(Path path, Optional<String> route, RefusedTelemetry.Warnings warnings) {
        SpanReader reader = new SpanReader(path, route, warnings);
        try {
            while (reader.goesOn(path)) {
                reader.broken++;
            }
        } catch (Enough e) {
            reader.serve(JSON.missingNode());
            reader.forgetLast();
            warnings.leftOut("rest of the file", reader.file, "the first " + reader.spans.size() + " spans are enough, of "
                    + path.toFile().length() / 1_000_000 + " MB");
        } catch (NoSuchFileException e) {
            throw new RefusedTelemetry(reader.file, "there is no such file");
        } catch (IOException e) {
            throw new RefusedTelemetry(reader.file, "cannot be read: %s", String.valueOf(e.getMessage()));
        }
        if (reader.spans.isEmpty()) {
            String first = warnings.sentences().stream().findFirst().map(bad -> "; none can be read. " + bad)
                    .orElse("; read are OTLP's JSON (resourceSpans[].scopeSpans[].spans[]), and that of Tempo, Jaeger and Zipkin 2");
            throw new RefusedTelemetry(reader.file, "holds " + (reader.other.isEmpty() ? "no span" + first : reader.other));
        }
        return reader.spans;
    }

    /** Reads up to a line that is broken, and whether there may be more behind it. */
    private boolean goesOn(Path path) throws IOException {
        try (BufferedReader in = SavedText.open(file, Files.newInputStream(path))) {
            for (int i = 0; i < skipped; i++) {
                in.readLine();
            }
            int document = 1;
            try (JsonParser json = JSON.createParser(in)) {
                while (json.nextToken() != null) {
                    document = json.currentTokenLocation().getLineNr();
                    if (!json.currentToken().isStructStart()) {
                        throw new RefusedTelemetry(place(document), "not JSON of traces: expected is an object or a list");
                    }
                    value(json);
                    serve(JSON.missingNode());
                }
                return false;
            } catch (JacksonException e) {
                serve(JSON.missingNode());
                return leavesOut(e, document);
            }
        }
    }

    /** Whether it is a line that can be left out. One that was cut is missed in the next one. */
    private boolean leavesOut(JacksonException e, int document) {
        int line = e.getLocation() == null ? document : e.getLocation().getLineNr();
        boolean oneLine = line - document <= 1;
        String place = place(oneLine ? document : line);
        // Which setting of the library bounds it does not help a user, nor where its reader is.
        String problem = RefusedTelemetry.shown(String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("")
                .replaceAll(", from `[^`]*`| \\(start marker.*", ""));
        if (spans.isEmpty()) {
            throw new RefusedTelemetry(place, "not JSON of traces: " + problem
                    + (problem.startsWith("Unrecognized token") ? "; metrics are for --from-prometheus" : ""));
        }
        warnings.leftOut(oneLine ? "broken line" : "rest of the file", place, problem);
        if (!oneLine) {
            forgetLast();
        }
        skipped += document;
        return oneLine && broken < MAX_BROKEN;
    }

    /** The trace in which the reading ended is not whole. */
    private void forgetLast() {
        String last = spans.getLast().trace();
        if (!last.equals(spans.getFirst().trace())) {
            spans.removeIf(span -> span.trace().equals(last));
        }
    }

    private String place(int line) {
        return file + ":" + (skipped + line);
    }

    /** Reads a list or an object; spans below an object that names a service are of that. */
    private void value(JsonParser json) {
        ObjectNode own = JSON.createObjectNode();
        boolean resource = false;
        try {
            for (JsonToken token = json.nextToken(); !token.isStructEnd(); token = json.nextToken()) {
                String field = "spans";
                if (token == JsonToken.PROPERTY_NAME) {
                    other = OTHERS.getOrDefault(json.currentName(), other);
                    // Protobuf's own JSON may write names with underscores.
                    field = json.currentName().replace("_", "").toLowerCase(Locale.ROOT);
                    resource |= field.equals("resource") || field.equals("scopespans") || field.equals("processes");
                    token = json.nextToken();
                }
                if (HOLDERS.contains(field) && token.isStructStart()) {
                    value(json);
                } else if (FIELDS.contains(field)) {
                    own.set(field, json.readValueAsTree());
                } else {
                    json.skipChildren();
                }
            }
            if (own.has("spanid") || own.has("traceid") && own.has("id")) {
                other = own.has("starttimeunixnano") ? "" : other;
                span(own, place(json.currentTokenLocation().getLineNr()) + " " + json.streamReadContext().pathAsPointer());
            }
        } finally {
            if (resource) {
                serve(own);
            }
        }
    }

    /** OTLP says the service beside its spans, Jaeger after them. */
    private void serve(JsonNode own) {
        Map<String, String> resource = new HashMap<>();
        attributes(own.path("resource").path("attributes"), resource);
        for (Span span : unserved) {
            put(span.attributes(), Span.SERVICE, resource.getOrDefault(Span.SERVICE,
                    own.path("processes").path(span.attribute("processID")).path("serviceName").asString("")));
            spans.add(span.with(span.id(), span.parentId()));
        }
        unserved.clear();
    }

    /** Times are in ns or, as Jaeger and Zipkin have them, in µs with a duration. */
    private void span(JsonNode own, String at) {
        String id = first(own, "spanid", "id");
        String trace = first(own, "traceid") + " ";
        String name = first(own, "name", "operationname").intern();
        String problem = "has no whole number as its start and end";
        try {
            int unit = own.has("starttimeunixnano") || own.has("endtimeunixnano") ? 1 : 1000;
            long start = whole(own, "starttimeunixnano", "starttime", "timestamp") * unit;
            long end = unit == 1 ? whole(own, "endtimeunixnano") : start + whole(own, "duration") * unit;
            problem = id.isEmpty() || trace.isBlank() ? "has no spanId, or no traceId"
                    : start <= 0 ? "begins at 0" : end < start ? "ends before it starts" : "";
            if (problem.isEmpty()) {
                Map<String, String> attributes = new HashMap<>();
                List.of("attributes", "tags", "tag").forEach(list -> attributes(own.path(list), attributes));
                AS_FIELDS.forEach((field, key) -> put(attributes, key, own.at(field).asString("")));
                String parent = parent(own);
                Kind kind = kind(first(own, "kind") + attributes.getOrDefault("span.kind", ""));
                keep(new Span(trace + id, parent.isEmpty() ? "" : trace + parent, kind, name, start, end,
                        failed(own, attributes), attributes));
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // told below
        }
        if (!problem.isEmpty()) {
            warnings.leftOut("span", at + " ('" + RefusedTelemetry.shown(name) + "')", problem);
        }
    }

    private static long whole(JsonNode own, String... names) {
        return new BigDecimal(first(own, names)).longValueExact();
    }

    private void keep(Span span) {
        unserved.add(span);
        requests += isAsked(span) ? 1 : 0;
        boolean full = spans.size() + unserved.size() >= MAX_SPANS;
        if (full && route.isPresent()) {
            // Traces without the route make room.
            Set<String> wanted = spans.stream().filter(this::isAsked).map(Span::trace).collect(Collectors.toSet());
            spans.removeIf(one -> !wanted.contains(one.trace()));
            full = spans.size() > MAX_SPANS / 2;
        }
        if (full || requests > ENOUGH_REQUESTS) {
            throw new Enough();
        }
    }

    private boolean isAsked(Span span) {
        return span.kind() == Kind.SERVER && (route.isEmpty() || route.get().equals(span.attribute("http.route"))
                || route.get().endsWith(ServiceRoute.of(span, span.attribute("http.route", "uri")).methodAndPath()));
    }

    /** One text for all spans that have it. */
    private static void put(Map<String, String> attributes, String key, String value) {
        if (!value.isBlank() && KEPT.matcher(key).matches()) {
            attributes.putIfAbsent(key.intern(), (value.length() > MAX_TEXT ? value.substring(0, MAX_TEXT) : value).intern());
        }
    }

    private static String parent(JsonNode own) {
        return own.path("references").valueStream().filter(one -> one.path("refType").asString("").equals("CHILD_OF")).findFirst()
                .map(one -> one.path("spanID").asString(""))
                .orElseGet(() -> first(own, "parentspanid", "parentid").replaceFirst("^0+$", ""));
    }

    /** By number as in OTLP, or by name. */
    private static Kind kind(String kind) {
        List<Kind> inOrder = List.of(Kind.values());
        return kind.matches("[1-5]") ? inOrder.get(Integer.parseInt(kind) - 1)
                : inOrder.stream().filter(known -> kind.toUpperCase(Locale.ROOT).endsWith(known.name())).findFirst().orElse(Kind.INTERNAL);
    }

    /** Clients mark 404 as an error too, though it is an answer. */
    private static boolean failed(JsonNode own, Map<String, String> attributes) {
        String status = Span.first(attributes, Span.STATUS);
        String error = Span.first(attributes, "error", "exception");
        return status.matches("\\d{3}") ? status.startsWith("5")
                : own.path("status").path("code").asString("").matches("2|STATUS_CODE_ERROR")
                        || attributes.getOrDefault("otel.status_code", "").equals("ERROR")
                        || !error.isEmpty() && !error.equalsIgnoreCase("false");
    }

    /** Fields of an object, or a list of keys with values, which are texts or objects of one of several types. */
    private static void attributes(JsonNode list, Map<String, String> to) {
        list.properties().forEach(one -> put(to, one.getKey().replace('@', '.'), one.getValue().asString("")));
        list.valueStream().filter(one -> one.has("key")).forEach(one -> put(to, one.path("key").asString(""),
                one.path("value").valueStream().findFirst().orElse(one.path("value")).asString("")));
    }

    private static String first(JsonNode object, String... names) {
        return Stream.of(names).map(name -> object.path(name).asString("")).filter(value -> !value.isBlank()).findFirst().orElse("");
    }
}
