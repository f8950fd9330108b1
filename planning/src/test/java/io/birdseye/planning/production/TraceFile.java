package io.birdseye.planning.production;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes spans as an OpenTelemetry collector does: one document of OTLP JSON for each request. Times are in ms. */
final class TraceFile {

    /** Some time in 2026. */
    private static final long EPOCH_MS = 1_790_000_000_000L;

    private final List<String> lines = new ArrayList<>();
    private final List<String> spans = new ArrayList<>();
    private int ids;
    private int traces;

    /** The first span of a request, and the parent of others. */
    String request(String route, double startMs, double endMs) {
        return span("", 2, "GET " + route, startMs, endMs,
                text("http.route", route) + "," + text("http.request.method", "GET"));
    }

    String ownWork(String parent, String name, double startMs, double endMs) {
        return span(parent, 1, name, startMs, endMs, "");
    }

    String call(String parent, String host, double startMs, double endMs) {
        return span(parent, 3, "GET", startMs, endMs,
                text("server.address", host) + "," + text("http.request.method", "GET"));
    }

    String span(String parent, int kind, String name, double startMs, double endMs, String attributes) {
        String id = "%016x".formatted(++ids);
        spans.add("""
                {"traceId":"%032x","spanId":"%s","parentSpanId":"%s","kind":%d,"name":"%s",\
                "startTimeUnixNano":"%d","endTimeUnixNano":"%d","attributes":[%s]}"""
                .formatted(traces, id, parent, kind, name, nanos(startMs), nanos(endMs), attributes));
        return id;
    }

    /** Of another service: the resource is that of the whole trace, so the span says it itself. */
    String spanOf(String service, String parent, int kind, String name, double startMs, double endMs) {
        return span(parent, kind, name, startMs, endMs, text("service.name", service));
    }

    /** All spans since the last one are one trace. */
    void endTrace() {
        traces++;
        lines.add("{\"resourceSpans\":[{\"resource\":{\"attributes\":[" + text("service.name", "shop")
                + "]},\"scopeSpans\":[{\"spans\":[" + String.join(",", spans) + "]}]}]}");
        spans.clear();
    }

    Path write(Path file) {
        try {
            return Files.writeString(file, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String key, String value) {
        return "{\"key\":\"%s\",\"value\":{\"stringValue\":\"%s\"}}".formatted(key, value);
    }

    private static long nanos(double ms) {
        return EPOCH_MS * 1_000_000 + Math.round(ms * 1e6);
    }
}
