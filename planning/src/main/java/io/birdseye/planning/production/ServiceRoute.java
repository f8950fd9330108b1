package io.birdseye.planning.production;

import static java.util.stream.Collectors.joining;

import io.birdseye.model.Format;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which requests of a service; the service and the method are empty where they are not recorded. */
record ServiceRoute(String service, String method, String path) {

    private static final int MAX_SHOWN = 12;

    /** Requests of a machine and not of a user. */
    private static final String UPKEEP = "(/[\\w-]+)?/(actuator|metrics|prometheus|health|healthz|health-?check|livez|readyz|ready"
            + "|readiness|live|liveness|ping|status|q|favicon\\.ico)(/.*)?";

    /** What services say where a request met no route. */
    private static final String NONE = "(?i)NOT_FOUND|UNKNOWN|REDIRECTION|UNMATCHED|/?\\*+|/\\*\\*(/.*)?|/?\\{\\*.*}";

    /** Of a request, or by its name where it has no path. */
    static ServiceRoute of(Span request, String path) {
        return path.isEmpty() ? new ServiceRoute(request.service(), "", request.name())
                : new ServiceRoute(request.service(), CallKey.method(request), path);
    }

    /** As messages show it, such as {@code shop GET /basket}. */
    String label() {
        return RefusedTelemetry.shown(service + " " + methodAndPath());
    }

    String methodAndPath() {
        return (method + " " + path).strip();
    }

    /** How users may ask for it. */
    Set<String> names() {
        return new HashSet<>(List.of(label(), methodAndPath(), path));
    }

    /** Whether users ask for it; the path may begin with the method. */
    boolean isReal() {
        return !path.substring(path.lastIndexOf(' ') + 1).matches(UPKEEP + "|" + NONE);
    }

    /**
     * The route of the first of these choices that has one only. Else refuses, with those that there are.
     *
     * @param asked how the user names it, or empty
     */
    static ServiceRoute only(String file, Set<String> asked, List<List<ServiceRoute>> choices, Map<ServiceRoute, Double> there) {
        for (List<ServiceRoute> choice : choices) {
            if (choice.size() == 1) {
                return choice.getFirst();
            }
        }
        String which = asked.stream().sorted().map(name -> " '" + RefusedTelemetry.shown(name) + "'").collect(joining(" or"));
        List<ServiceRoute> found = choices.getFirst();
        String several = found.stream().map(ServiceRoute::service).distinct().count() > 1 ? "services" : "routes";
        String nameOne = "; name one with --route" + (asked.isEmpty() ? "" : " in full");
        throw new RefusedTelemetry(file, (!found.isEmpty() ? "has several " + several + which + nameOne
                : asked.isEmpty() ? "counts only requests of upkeep or without a route" : "has no request of the route" + which)
                + ": there are " + counted(there) + (found.isEmpty() && asked.isEmpty() ? nameOne : ""));
    }

    /** Routes with their requests, the most frequent first. */
    static String counted(Map<ServiceRoute, Double> counts) {
        return counts.entrySet().stream()
                        .sorted(Comparator.comparingDouble((Map.Entry<ServiceRoute, Double> entry) -> -entry.getValue())
                                .thenComparing(entry -> entry.getKey().label()))
                        .limit(MAX_SHOWN)
                        .map(entry -> "'" + entry.getKey().label() + "' (" + Format.plain(entry.getValue()) + ")")
                        .collect(joining(", "))
                + (counts.size() > MAX_SHOWN ? " and " + (counts.size() - MAX_SHOWN) + " more" : "");
    }
}
