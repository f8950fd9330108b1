package io.birdseye.planning.production;

import io.birdseye.model.Format;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/** What traces and metrics alike know of routes. */
final class Routes {

    private static final int MAX_SHOWN = 12;

    /** Requests of a machine and not of a user. */
    private static final String UPKEEP = "(/[\\w-]+)?/(actuator|metrics|prometheus|health|healthz|health-?check|livez|readyz|ready|readiness|live"
            + "|liveness|ping|status|q|favicon\\.ico)(/.*)?";

    private Routes() {}

    /** @param route with or without its method */
    static boolean isUpkeep(String route) {
        return path(route).matches(UPKEEP);
    }

    /** What services say where a request met no route. */
    static boolean isNone(String route) {
        return path(route).matches("(?i)NOT_FOUND|UNKNOWN|REDIRECTION|UNMATCHED|/?\\*+|/\\*\\*(/.*)?|/?\\{\\*.*}");
    }

    static String path(String route) {
        return route.substring(route.lastIndexOf(' ') + 1);
    }

    /** Routes with their requests, the most frequent first. */
    static String counted(Map<String, Double> counts) {
        return counts.entrySet().stream()
                        .sorted(Comparator.comparingDouble((Map.Entry<String, Double> entry) -> -entry.getValue()).thenComparing(Map.Entry.comparingByKey()))
                        .limit(MAX_SHOWN)
                        .map(entry -> "'" + RefusedTelemetry.shown(entry.getKey()) + "' (" + Format.plain(entry.getValue()) + ")")
                        .collect(Collectors.joining(", "))
                + (counts.size() > MAX_SHOWN ? " and " + (counts.size() - MAX_SHOWN) + " more" : "");
    }
}
