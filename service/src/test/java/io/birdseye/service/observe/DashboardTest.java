package io.birdseye.service.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The queries of the dashboard and the rules in {@code deploy/observability}, against what a service really shows. */
class DashboardTest {

    private static final Path FOLDER = Path.of("..", "deploy", "observability");
    private static final Pattern SERIES = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? ");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");
    private static final Pattern METRIC =
            Pattern.compile("\\b((?:http_(?:server|client)|birdseye|jvm)_[a-z_]+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(?:=~|!=|!~|=)\"");
    private static final Pattern BY = Pattern.compile("by \\(([^)]*)\\)");

    @Test
    void everyMetricAndLabelOfEveryQueryExists() throws IOException {
        Map<String, Set<String>> shown = shown();
        List<String> queries = queries();

        assertThat(queries).hasSizeGreaterThan(15);
        for (String query : queries) {
            List<MatchResult> metrics = METRIC.matcher(query).results().toList();
            assertThat(metrics).as(query).isNotEmpty();
            for (MatchResult metric : metrics) {
                assertThat(shown).as(query).containsKey(metric.group(1));
                Set<String> used = new TreeSet<>();
                if (metric.group(2) != null) {
                    MATCHER.matcher(metric.group(2)).results().forEach(label -> used.add(label.group(1)));
                }
                assertThat(shown.get(metric.group(1))).as(query).containsAll(used);
            }
            Set<String> ofAny = metrics.stream().flatMap(metric -> shown.get(metric.group(1)).stream())
                    .collect(Collectors.toSet());
            BY.matcher(query).results().forEach(by -> assertThat(ofAny).as(query).contains(by.group(1).split(", ?")));
        }
    }

    /** The labels of each metric, after right answers, failures and a refusal. */
    private static Map<String, Set<String>> shown() {
        Map<String, Set<String>> labels = new TreeMap<>();
        try (FakeUpstream upstream = new FakeUpstream(); RunningService service = new RunningService(upstream)) {
            service.get("/overview/executor?sharedMemory=0");
            upstream.behave("/posts", Behaviour.status("500 Internal Server Error", 0));
            service.get("/overview/http-async?sharedMemory=0");
            String answered = "http_server_request_duration_seconds_count{http_request_method=\"GET\",http_response_status_code=";
            String metrics = service.metricsWith(answered + "\"200\"", answered + "\"502\"");
            SERIES.matcher(metrics).results().forEach(series -> {
                Set<String> ofThis = labels.computeIfAbsent(series.group(1), name -> new TreeSet<>());
                if (series.group(2) != null) {
                    LABEL.matcher(series.group(2)).results().forEach(label -> ofThis.add(label.group(1)));
                }
            });
        }
        return labels;
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(FOLDER.resolve("grafana/birdseye.json")));
        dashboard.findValues("expr").forEach(expression -> queries.add(expression.stringValue()));
        // A query of the rules is on the line of its key, or on the lines below it.
        Pattern.compile("expr: (?:\\|\\n)?((?:.+\\n)(?: {12}.+\\n)*)")
                .matcher(Files.readString(FOLDER.resolve("rules.yml")))
                .results().forEach(found -> queries.add(found.group(1)));
        return queries;
    }
}
