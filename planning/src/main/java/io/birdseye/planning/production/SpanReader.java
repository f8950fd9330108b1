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
import java.util.HashSet;
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
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads spans from a file of any size as a stream, until there are enough: the JSON of OTLP (also as Tempo answers, of old
 * collectors, with protobuf's own names), of Jaeger and of Zipkin 2, in one document or in lines. A span that cannot be
 * is left out with a warning. Cost: some 1 KB for each span that is kept.
 */
final class SpanReader {

    /** Lists and objects around spans; whatever else is known of them is a field of such an object. */
    private static final Set<String> HOLDERS = Set.of("resourceSpans", "batches", "trace", "traces", "data", "scopeSpans",
            "instrumentationLibrarySpans", "spans", "hits", "_source", "result");
    private static final Set<String> PASSED_OVER =
            Set.of("events", "links", "logs", "annotations", "resourceMetrics", "resourceLogs");
    private static final Pattern KEPT = Pattern.compile("(http|url|server|service|net|network|db|rpc|messaging|peer|client|span|otel|jdbc)\\..{1,40}"
            + "|method|uri|status|error|exception");
    private static final Pattern SNAKE = Pattern.compile("_(\\w)");
    private static final Pattern KEY = Pattern.compile("\\d+\\.key");

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
    private static final int MAX_FIELDS = 20_000;
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
    private final Map<String, String> texts = new HashMap<>();
    private final Set<String> fields = new HashSet<>();
    private int skipped;
    private int broken;
    private int requests;

    private SpanReader(Path file, Optional<String> route, RefusedTelemetry.Warnings warnings) {
        this.file = file.toString();
        this.route = route;
        this.warnings = warnings;
    }

    /**
     * Reads until there are enough spans, or requests of the route.
     *
     * @throws RefusedTelemetry if the file cannot be read, or holds no span that can
     */
    static List<Span> read(Path path, Optional<String> route, RefusedTelemetry.Warnings warnings) throws RefusedTelemetry {
        SpanReader reader = new SpanReader(path, route, warnings);
        try {
            while (reader.goesOn(path)) {
                reader.broken++;
            }
        } catch (Enough e) {
            reader.serve(Map.of());
            reader.forgetLast();
            warnings.leftOut("rest of the file", reader.file, "the first " + reader.spans.size() + " spans are enough, of "
                    + path.toFile().length() / 1_000_000 + " MB");
        } catch (NoSuchFileException e) {
            throw new RefusedTelemetry(reader.file, "there is no such file");
        } catch (IOException e) {
            throw new RefusedTelemetry(reader.file, "cannot be read: " + RefusedTelemetry.shown(String.valueOf(e.getMessage())));
        }
        if (reader.spans.isEmpty()) {
            String first = warnings.sentences().stream().findFirst().map(bad -> "; none can be read. " + bad)
                    .orElse("; read are OTLP's JSON (resourceSpans[].scopeSpans[].spans[]), and that of Tempo, Jaeger and Zipkin 2");
            throw new RefusedTelemetry(reader.file, "holds " + OTHERS.entrySet().stream()
                    .filter(known -> reader.fields.contains(known.getKey()) && !reader.fields.contains("start_time_unix_nano"))
                    .map(Map.Entry::getValue).findFirst().orElse("no span" + first));
        }
        return reader.spans;
    }

    /** Reads up to a line that is broken, and whether there may be more behind it. */
    private boolean goesOn(Path path) throws RefusedTelemetry, IOException {
        int document = 1;
        try (BufferedReader in = SavedText.open(file, Files.newInputStream(path)); JsonParser json = JSON.createParser(after(skipped, in))) {
            try {
                while (json.nextToken() != null) {
                    document = json.currentTokenLocation().getLineNr();
                    if (!json.currentToken().isStructStart()) {
                        throw new RefusedTelemetry(place(json), "not JSON of traces: expected is an object or a list");
                    }
                    value(json);
                    serve(Map.of());
                }
                return false;
            } catch (JacksonException e) {
                int line = e.getLocation() == null ? document : e.getLocation().getLineNr();
                // A line that was cut is missed in the next one.
                boolean oneLine = line - document <= 1;
                String place = file + ":" + (skipped + (oneLine ? document : line));
                // Which setting of the library bounds it does not help a user, nor where its reader is.
                String problem = RefusedTelemetry.shown(String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("")
                        .replaceAll(", from `[^`]*`| \\(start marker.*", ""));
                serve(Map.of());
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
        }
    }

    /** The trace in which the reading ended is not whole. */
    private void forgetLast() {
        String last = trace(spans.getLast());
        if (!last.equals(trace(spans.getFirst()))) {
            spans.removeIf(span -> trace(span).equals(last));
        }
    }

    private static BufferedReader after(int lines, BufferedReader in) throws IOException {
        for (int i = 0; i < lines; i++) {
            in.readLine();
        }
        return in;
    }

    private String place(JsonParser json) {
        return file + ":" + (skipped + json.currentTokenLocation().getLineNr());
    }

    /** Reads a list or an object; spans below an object that names a service are of that. */
    private void value(JsonParser json) {
        boolean resource = false;
        Map<String, String> own = new HashMap<>();
        try {
            for (JsonToken token = json.nextToken(); !token.isStructEnd(); token = json.nextToken()) {
                String field = "spans";
                if (token == JsonToken.PROPERTY_NAME) {
                    know(json.currentName());
                    field = camel(json.currentName());
                    resource |= field.equals("resource") || field.equals("scopeSpans") || field.equals("processes");
                    token = json.nextToken();
                }
                if (HOLDERS.contains(field) && token.isStructStart()) {
                    value(json);
                } else if (PASSED_OVER.contains(field)) {
                    json.skipChildren();
                } else {
                    flatten(json, field, own);
                }
            }
            if (own.containsKey("spanId") || own.containsKey("spanID") || own.containsKey("traceId") && own.containsKey("id")) {
                span(own, place(json) + " " + json.streamReadContext().pathAsPointer());
            }
        } finally {
            if (resource) {
                serve(own);
            }
        }
    }

    /** OTLP says the service beside its spans, Jaeger after them. */
    private void serve(Map<String, String> own) {
        String service = attributes(own, "resource.attributes.").getOrDefault(Span.SERVICE, "");
        for (Span span : unserved) {
            put(span.attributes(), Span.SERVICE, service.isEmpty()
                    ? first(own, "processes." + span.attributes().get("processID") + ".serviceName") : service);
            spans.add(span.with(span.id(), span.parentId()));
        }
        unserved.clear();
    }

    private void know(String field) {
        if (fields.size() < MAX_FIELDS) {
            fields.add(field);
        }
    }

    /** Fields and elements by their path, such as {@code attributes.0.value.intValue}. */
    private void flatten(JsonParser json, String path, Map<String, String> into) {
        if (json.currentToken().isScalarValue() && into.size() < MAX_FIELDS) {
            into.put(path, json.currentToken() == JsonToken.VALUE_NULL ? "" : json.getString());
        }
        if (json.currentToken().isStructStart()) {
            int i = 0;
            for (JsonToken token = json.nextToken(); !token.isStructEnd(); token = json.nextToken()) {
                String name = token == JsonToken.PROPERTY_NAME ? json.currentName() : String.valueOf(i++);
                if (token == JsonToken.PROPERTY_NAME) {
                    know(name);
                    json.nextToken();
                }
                flatten(json, path + "." + (path.startsWith("tag") ? name : camel(name)), into);
            }
        }
    }

    /** Protobuf's own JSON may write names with underscores. */
    private static String camel(String name) {
        return name.indexOf('_') <= 0 || name.indexOf('.') >= 0 ? name
                : SNAKE.matcher(name).replaceAll(next -> next.group(1).toUpperCase(Locale.ROOT));
    }

    private void span(Map<String, String> own, String at) {
        String place = at + " ('" + RefusedTelemetry.shown(first(own, "name", "operationName")) + "')";
        String id = first(own, "spanId", "spanID", "id");
        String trace = kept(first(own, "traceId", "traceID")) + " ";
        Optional<Span.Interval> time = time(own, place);
        if (id.isEmpty() || trace.isBlank()) {
            warnings.leftOut("span", place, "has no spanId, or no traceId");
        } else if (time.isPresent()) {
            Map<String, String> attributes = new HashMap<>();
            attributes(own, "attributes.", "tags.", "tag.").forEach((key, value) -> put(attributes, KEPT.matcher(key).matches() ? key : "", value));
            put(attributes, Span.SERVICE, first(own, "localEndpoint.serviceName", "process.serviceName", "serviceName"));
            put(attributes, "peer.service", first(own, "remoteEndpoint.serviceName"));
            put(attributes, "server.address", first(own, "remoteEndpoint.ipv4", "remoteEndpoint.ipv6"));
            put(attributes, "server.port", first(own, "remoteEndpoint.port"));
            put(attributes, "processID", first(own, "processID"));
            String parent = parent(own);
            Span span = new Span(trace + id, parent.isEmpty() ? "" : trace + parent, kind(first(own, "kind") + first(attributes, "span.kind")),
                    kept(first(own, "name", "operationName")), time.get(), failed(own, attributes), attributes);
            unserved.add(span);
            requests += isAsked(span) ? 1 : 0;
            boolean full = spans.size() + unserved.size() >= MAX_SPANS;
            if (full && route.isPresent()) {
                // Traces without the route make room.
                Set<String> wanted = spans.stream().filter(this::isAsked).map(SpanReader::trace).collect(Collectors.toSet());
                spans.removeIf(one -> !wanted.contains(trace(one)));
                full = spans.size() > MAX_SPANS / 2;
            }
            if (full || requests > ENOUGH_REQUESTS) {
                throw new Enough();
            }
        }
    }

    private boolean isAsked(Span span) {
        return span.kind() == Kind.SERVER && (route.isEmpty() || route.get().endsWith(RouteTraces.methodAndRoute(span))
                || route.get().equals(span.attribute("http.route")));
    }

    private static String trace(Span span) {
        return span.id().substring(0, span.id().indexOf(' '));
    }

    private void put(Map<String, String> attributes, String key, String value) {
        if (!value.isBlank() && !key.isEmpty()) {
            attributes.putIfAbsent(kept(key), kept(value.length() > MAX_TEXT ? value.substring(0, MAX_TEXT) : value));
        }
    }

    /** One text for all spans that have it. */
    private String kept(String text) {
        return texts.size() < MAX_SPANS ? texts.computeIfAbsent(text, same -> same) : text;
    }

    private static String parent(Map<String, String> own) {
        int child = own.containsKey("references.0.refType") && !own.getOrDefault("references.0.refType", "").equals("CHILD_OF") ? 1 : 0;
        String reference = "references." + child + ".";
        return first(own, reference + "refType").equals("CHILD_OF") ? first(own, reference + "spanID")
                : first(own, "parentSpanId", "parentSpanID", "parentId").replaceFirst("^0+$", "");
    }

    /** In ns, or in µs with a duration as Jaeger and Zipkin have it. */
    private Optional<Span.Interval> time(Map<String, String> own, String place) {
        boolean nanos = own.containsKey("startTimeUnixNano") || own.containsKey("endTimeUnixNano");
        try {
            long start = new BigDecimal(first(own, "startTimeUnixNano", "startTime", "timestamp")).longValueExact() * (nanos ? 1 : 1000);
            long end = new BigDecimal(first(own, nanos ? "endTimeUnixNano" : "duration")).longValueExact() * (nanos ? 1 : 1000)
                    + (nanos ? 0 : start);
            if (start > 0 && end >= start) {
                return Optional.of(new Span.Interval(start, end));
            }
            warnings.leftOut("span", place, start > 0 ? "ends before it starts" : "begins at 0");
        } catch (ArithmeticException | NumberFormatException e) {
            warnings.leftOut("span", place, "has no whole number as its start and end");
        }
        return Optional.empty();
    }

    /** By number as in OTLP, or by name. */
    private static Kind kind(String kind) {
        List<Kind> inOrder = List.of(Kind.values());
        return kind.matches("[1-5]") ? inOrder.get(Integer.parseInt(kind) - 1)
                : inOrder.stream().filter(known -> kind.toUpperCase(Locale.ROOT).endsWith(known.name())).findFirst().orElse(Kind.INTERNAL);
    }

    private static boolean failed(Map<String, String> own, Map<String, String> attributes) {
        String status = first(attributes, "http.response.status_code", "http.status_code", "status");
        String error = first(attributes, "error", "exception");
        // Clients mark 404 as an error too, though it is an answer.
        return status.matches("\\d{3}") ? status.startsWith("5")
                : first(own, "status.code").matches("2|STATUS_CODE_ERROR") || first(attributes, "otel.status_code").equals("ERROR")
                        || !error.isEmpty() && !error.matches("(?i)false|none");
    }

    private static Map<String, String> attributes(Map<String, String> own, String... lists) {
        Map<String, String> found = new HashMap<>();
        own.forEach((path, value) -> {
            String list = Stream.of(lists).filter(path::startsWith).findFirst().orElse(path);
            String rest = path.substring(list.length());
            if (KEY.matcher(rest).matches()) {
                String of = list + rest.replace("key", "value");
                found.put(value, first(own, of + ".stringValue", of + ".intValue", of + ".doubleValue", of + ".boolValue", of));
            } else if (!rest.isEmpty() && !Character.isDigit(rest.charAt(0))) {
                found.put(rest.replace('@', '.'), value);
            }
        });
        return found;
    }

    private static String first(Map<String, String> values, String... names) {
        return Stream.of(names).map(name -> values.getOrDefault(name, "")).filter(value -> !value.isBlank()).findFirst().orElse("");
    }
}
