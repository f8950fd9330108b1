package io.birdseye.planning.production;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which parts of paths differ from request to request: numbers, UUIDs and the like by their looks; slugs and words by how
 * many stand in one place, hardly one of them in most requests. In a template each of them is {@code {id}}.
 */
final class PathShapes {

    private static final String ID = "{id}";
    private static final Pattern VARIABLE = Pattern.compile(
            "\\d+|(?i)[a-z]+[-_]\\d+|.*\\d{3}.*|(?=.*\\d)[\\w-]{8,}|.*[@%=,;:{}<>*].*|.{30,}");

    /** A word with something that words of an API seldom have. */
    private static final String SLUG = ".*[-_.~+\\d].*|.*[a-z][A-Z].*";

    private static final int FEW = 3;
    private static final int MANY = 8;

    private final Set<String> variable = new HashSet<>();

    /** A path that a request called or, as one, was; the base is what paths have to have in common, such as host and method. */
    record Seen(String base, String path, int request) {}

    PathShapes(List<Seen> paths) {
        List<List<String>> parts = paths.stream().map(seen -> parts(seen.path)).toList();
        int deepest = parts.stream().mapToInt(List::size).max().orElse(0);
        // What varies at one level makes paths alike at the next.
        for (int level = 0; level < deepest; level++) {
            Map<String, Map<String, Set<Integer>>> values = new HashMap<>();
            for (int i = 0; i < paths.size(); i++) {
                if (parts.get(i).size() > level && !parts.get(i).get(level).equals(ID)) {
                    values.computeIfAbsent(prefix(paths.get(i).base, parts.get(i).subList(0, level)), _ -> new HashMap<>())
                            .computeIfAbsent(parts.get(i).get(level), _ -> new HashSet<>()).add(paths.get(i).request);
                }
            }
            boolean first = level == 0;
            values.forEach((prefix, found) -> {
                if (varies(prefix, found, first)) {
                    variable.add(prefix);
                }
            });
        }
    }

    private static boolean varies(String prefix, Map<String, Set<Integer>> values, boolean first) {
        Set<Integer> requests = new HashSet<>();
        values.values().forEach(requests::addAll);
        long most = values.values().stream().mapToInt(Set::size).max().orElse(0);
        long slugs = values.keySet().stream().filter(value -> value.matches(SLUG)).count();
        // After a plural there mostly stands which one.
        boolean few = !first && (3 * slugs >= 2L * values.size() || prefix.matches(".*[^s]s"));
        boolean many = values.size() >= MANY;
        return few && many ? 10 * most <= 9L * requests.size() : 2 * most <= requests.size() && (many || few && values.size() >= FEW);
    }

    private String prefix(String base, List<String> parts) {
        String prefix = base;
        for (String part : parts) {
            prefix += "/" + (variable.contains(prefix) ? ID : part);
        }
        return prefix;
    }

    String template(String base, String path) {
        String template = prefix(base, parts(path)).substring(base.length());
        return template.isEmpty() && !path.isEmpty() ? "/" : template;
    }

    private static List<String> parts(String path) {
        return Arrays.stream(path.split("[?#]", 2)[0].split("/")).filter(part -> !part.isEmpty())
                .map(part -> VARIABLE.matcher(part).matches() ? ID : part).toList();
    }
}
