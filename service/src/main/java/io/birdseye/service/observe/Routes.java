package io.birdseye.service.observe;

import java.util.List;
import java.util.Set;

/** The paths of the service as templates, so that a metric has one series for each and none for what clients make up. */
final class Routes {

    private static final Set<String> EXACT = Set.of(
            "/", "/overview", "/strategies", "/openapi.json", "/problems", "/metrics", "/events", "/health/live",
            "/health/ready", "/internal/process", "/internal/resources", "/internal/resources/reset");
    private static final List<String> TEMPLATES =
            List.of("/overview/{strategy}", "/trace/{strategy}", "/page/{file}", "/problems/{type}");

    private Routes() {}

    /** The route of a path; empty if there is none. */
    static String of(String path) {
        if (EXACT.contains(path)) {
            return path;
        }
        for (String template : TEMPLATES) {
            int start = template.indexOf('{');
            if (path.length() > start && path.startsWith(template.substring(0, start)) && path.indexOf('/', start) < 0) {
                return template;
            }
        }
        return "";
    }
}
