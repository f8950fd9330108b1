package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestTemplate;
import io.birdseye.loadtest.plan.Request.Header;
import io.birdseye.loadtest.trial.StartedService.Upstreams;
import io.birdseye.loadtest.trial.StartedService.Variant;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Durations;
import io.birdseye.model.Load;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.YamlDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** A file that says how a service is started, what its variants are, and which load it asks for: {@code birdseye.yaml}. */
public record ServiceFile(StartedService service, Optional<Load> load) {

    /** After which a request has failed, where nobody says otherwise. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final int UPSTREAM_PORT = 9090;
    private static final JsonPointer ROOT = JsonPointer.empty();

    /** @throws InvalidScenario with all problems by line, if there are any */
    public static ServiceFile load(Path file) throws IOException, InvalidScenario {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no service file '" + file + "'", e);
        } catch (MalformedInputException e) {
            throw new IOException(file + ":1: a service file is text in UTF-8, but this is not", e);
        } catch (IOException e) {
            throw new IOException("the service file '" + file + "' cannot be read: " + e.getMessage(), e);
        }
        YamlDocument yaml = YamlDocument.checked(
                file.toString(), text, schema(), "the service file", "'service' and 'request' are needed");
        yaml.requireValid();
        return new Reader(yaml, Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a folder"))
                .read(text);
    }

    /** The JSON Schema that gives editors completion and errors as one types. */
    public static String schema() {
        try (InputStream in = Objects.requireNonNull(ServiceFile.class.getResourceAsStream("service.schema.json"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Turns a document that the schema has accepted into a service. */
    private record Reader(YamlDocument yaml, Path folder) {

        ServiceFile read(String text) throws IOException, InvalidScenario {
            JsonNode json = yaml.json();
            JsonNode service = json.path("service");
            JsonNode request = json.path("request");
            String base = service.path("url").asString().replaceAll("/+$", "");
            JsonPointer url = ROOT.appendProperty("service").appendProperty("url");
            if (!base.matches("(?i)https?://[^/?#{}$]+")) {
                yaml.refuse(url, "is '" + base + "', but must be scheme, host and port, such as http://127.0.0.1:8081;"
                        + " the path belongs to 'request'");
                yaml.requireValid();
            }
            URI ready = service.has("ready") ? ready(base, service.path("ready").asString()) : null;
            List<Variant> variants = new ArrayList<>();
            JsonNode named = json.path("variants");
            if (named.isMissingNode()) {
                variant("service", named, ROOT.appendProperty("request"), base).ifPresent(variants::add);
            }
            named.propertyNames().forEach(name -> variant(
                            name, named.path(name), ROOT.appendProperty("variants").appendProperty(name), base)
                    .ifPresent(variants::add));
            Optional<Upstreams> upstreams = upstreams(json.path("upstreams"));
            yaml.requireValid();
            Duration within = duration(service.path("readyWithin")).orElse(READY_WITHIN);
            return new ServiceFile(
                    new StartedService(
                            URI.create(base), new StartedService.Readiness(Optional.ofNullable(ready), within), variants, upstreams, text,
                            duration(request.path("timeout")).orElse(TIMEOUT)),
                    load(json.path("load")));
        }

        private URI ready(String base, String path) throws InvalidScenario {
            try {
                return URI.create(base + slashed(path));
            } catch (IllegalArgumentException e) {
                yaml.refuse(ROOT.appendProperty("service").appendProperty("ready"),
                        "is '" + path + "', but must be a path such as /actuator/health");
                yaml.requireValid();
                throw e;
            }
        }

        private Optional<Variant> variant(String name, JsonNode variant, JsonPointer at, String base) {
            JsonNode request = yaml.json().path("request");
            JsonNode service = yaml.json().path("service");
            try {
                String body = body(variant).or(() -> body(request)).orElse(null);
                Request asked = new Request(
                        name,
                        request.path("method").asString(body == null ? "GET" : "POST"),
                        base + withQuery(slashed(either(variant, request, "path").map(JsonNode::asString).orElse("/")),
                                texts(variant.path("query"))),
                        headers(request.path("headers"), variant.path("headers")),
                        body,
                        expectation(request.path("expect")));
                Map<String, String> environment = new LinkedHashMap<>(texts(service.path("environment")));
                environment.putAll(texts(variant.path("environment")));
                return Optional.of(new Variant(asked, new StartedService.StartCommand(
                        list(variant.has("start") ? variant.path("start") : service.path("start")), folder, environment,
                        list(variant.path("jvm")), either(variant, service, "java").map(JsonNode::asString))));
            } catch (IllegalArgumentException e) {
                yaml.refuse(at, "cannot be asked for: " + e.getMessage());
                return Optional.empty();
            }
        }

        /** @throws IllegalArgumentException if there are both, or the file cannot be read */
        private Optional<String> body(JsonNode request) {
            if (request.has("body") && request.has("bodyFile")) {
                throw new IllegalArgumentException("'body' is the text, 'bodyFile' the file that holds it: leave one out");
            }
            return request.has("bodyFile")
                    ? Optional.of(RequestTemplate.read(folder.resolve(request.path("bodyFile").asString()).toString()))
                    : Optional.ofNullable(request.get("body")).map(JsonNode::asString);
        }

        private Optional<Upstreams> upstreams(JsonNode upstreams) throws IOException, InvalidScenario {
            if (upstreams.isMissingNode()) {
                return Optional.empty();
            }
            String file = (upstreams.isObject() ? upstreams.path("file") : upstreams).asString();
            ScenarioFile scenario = ScenarioFile.load(folder.resolve(file).toString(), List.of());
            return Optional.of(new Upstreams(scenario, upstreams.path("port").asInt(UPSTREAM_PORT)));
        }
    }

    /** What a variant says, else what holds for all of them. */
    private static Optional<JsonNode> either(JsonNode variant, JsonNode all, String field) {
        return variant.has(field) ? Optional.of(variant.path(field)) : Optional.ofNullable(all.get(field));
    }

    private static Expectation expectation(JsonNode expect) {
        return new Expectation(
                expect.path("status").asInt(Expectation.OK.status()),
                expect.has("matches") ? expect.path("matches").asString() : null);
    }

    private static String slashed(String path) {
        return path.startsWith("/") ? path : "/" + path;
    }

    private static String withQuery(String path, Map<String, String> query) {
        String parameters = query.entrySet().stream()
                .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
        return parameters.isEmpty() ? path : path + (path.contains("?") ? "&" : "?") + parameters;
    }

    /** A value that is a range stays one. */
    private static String encoded(String text) {
        return text.startsWith("${") ? text : URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Those of the variant replace those of the request. */
    private static List<Header> headers(JsonNode ofRequest, JsonNode ofVariant) {
        Map<String, String> own = texts(ofVariant);
        List<Header> all = new ArrayList<>();
        texts(ofRequest).forEach((name, value) -> {
            if (own.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
                all.add(new Header(name, value));
            }
        });
        own.forEach((name, value) -> all.add(new Header(name, value)));
        return all;
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.propertyStream().forEach(field -> texts.put(field.getKey(), field.getValue().asString()));
        return texts;
    }

    private static List<String> list(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private static Optional<Duration> duration(JsonNode duration) {
        return duration.isMissingNode()
                ? Optional.empty()
                : Optional.of(Durations.parse(duration.asString().replace(" ", "")));
    }

    private static Optional<Load> load(JsonNode load) {
        if (load.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(load.has("rate")
                ? Load.open(
                        load.path("rate").asDouble(),
                        Arrivals.valueOf(load.path("arrivals").asString("poisson").toUpperCase(Locale.ROOT)))
                : Load.closed(load.path("users").asInt()));
    }
}
