package io.birdseye.planning.production;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which parts of paths differ from request to request: numbers, UUIDs and the like by their looks; slugs and words by how
 * many stand in one place, none of them in half of the requests. In a template each of them is {@code {id}}.
 */
final class PathShapes {

    private static final String ID = "{id}";

    private static final String VARIABLE = "\\d+|(?i)[a-z]+[-_]\\d+|.*\\d{3}.*|(?=.*\\d)[\\w-]{8,}|.*[@%=,;:{}<>*].*|.{30,}";

    /** A word with something that words of an API seldom have. */
    private static final String SLUG = ".*[-_.~+\\d].*|.*[a-z][A-Z].*";

    private static final int FEW = 3;
    private static final int MANY = 8;

    private final Set<String> variable = new HashSet<>();

    /** A path that a request called or, as one, was; the base is what paths have to have in common, such as host and method. */
    record Seen(String base, String path, int request) {}

    PathShapes(List<Seen> paths) {
        List<List<String>> parts = paths.stream().map(seen -> parts(seen.path)).toList();
        String[] prefixes = paths.stream().map(Seen::base).toArray(String[]::new);
        for (int level = 0, open = paths.size(); open > 0; level++) {
            Map<String, Map<String, Set<Integer>>> values = new HashMap<>();
            open = 0;
            for (int i = 0; i < prefixes.length; i++) {
                if (parts.get(i).size() > level) {
                    open++;
                    String part = parts.get(i).get(level);
                    if (!part.equals(ID)) {
                        values.computeIfAbsent(prefixes[i], _ -> new HashMap<>())
                                .computeIfAbsent(part, _ -> new HashSet<>())
                                .add(paths.get(i).request);
                    }
                }
            }
            for (Map.Entry<String, Map<String, Set<Integer>>> place : values.entrySet()) {
                if (varies(place.getKey(), place.getValue(), level)) {
                    variable.add(place.getKey());
                }
            }
            for (int i = 0; i < prefixes.length; i++) {
                if (parts.get(i).size() > level) {
                    prefixes[i] += "/" + (variable.contains(prefixes[i]) ? ID : parts.get(i).get(level));
                }
            }
        }
    }

    private static boolean varies(String prefix, Map<String, Set<Integer>> values, int level) {
        Set<Integer> requests = new HashSet<>();
        values.values().forEach(requests::addAll);
        long most = values.values().stream().mapToInt(Set::size).max().orElse(0);
        long slugs = values.keySet().stream().filter(value -> value.matches(SLUG)).count();
        // After a plural there mostly stands which one.
        boolean few = 3 * slugs >= 2 * values.size() || prefix.matches(".*[^s]s");
        return 2 * most <= requests.size() && values.size() >= (level > 0 && few ? FEW : MANY);
    }

    String template(String base, String path) {
        String prefix = base;
        StringBuilder template = new StringBuilder();
        for (String part : parts(path)) {
            String shape = variable.contains(prefix) ? ID : part;
            prefix += "/" + shape;
            template.append('/').append(shape);
        }
        return template.isEmpty() && !path.isEmpty() ? "/" : template.toString();
    }

    private static List<String> parts(String path) {
        return new ArrayList<>(Arrays.stream(path.split("[?#]", 2)[0].split("/"))
                .filter(part -> !part.isEmpty())
                .map(part -> part.matches(VARIABLE) ? ID : part)
                .toList());
    }
}
