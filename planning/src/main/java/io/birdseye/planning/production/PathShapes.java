package io.birdseye.planning.production;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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
    private final Function<Span, String> base;

    private record Seen(String base, List<String> parts, int request) {}

    /** @param base what paths have to have in common to be alike, such as host and method */
    PathShapes(List<List<Span>> requests, Function<Span, String> base) {
        this.base = base;
        List<Seen> paths = IntStream.range(0, requests.size()).boxed().flatMap(i -> requests.get(i).stream()
                .map(span -> new Seen(base.apply(span), parts(CallKey.path(span)), i))).toList();
        int deepest = paths.stream().mapToInt(seen -> seen.parts.size()).max().orElse(0);
        // What varies at one level makes paths alike at the next.
        for (int i = 0; i < deepest; i++) {
            int level = i;
            Map<String, Map<String, Set<Integer>>> values = paths.stream()
                    .filter(seen -> seen.parts.size() > level && !seen.parts.get(level).equals(ID))
                    .collect(groupingBy(seen -> prefix(seen.base, seen.parts.subList(0, level)),
                            groupingBy(seen -> seen.parts.get(level), mapping(Seen::request, toSet()))));
            values.forEach((prefix, found) -> variable.addAll(varies(prefix, found, level == 0) ? List.of(prefix) : List.of()));
        }
    }

    private static boolean varies(String prefix, Map<String, Set<Integer>> values, boolean first) {
        long requests = values.values().stream().flatMap(Set::stream).distinct().count();
        long most = values.values().stream().mapToInt(Set::size).max().orElse(0);
        long slugs = values.keySet().stream().filter(value -> value.matches(SLUG)).count();
        // After a plural there mostly stands which one.
        boolean few = !first && (3 * slugs >= 2L * values.size() || prefix.matches(".*[^s]s"));
        boolean many = values.size() >= MANY;
        return few && many ? 10 * most <= 9L * requests : 2 * most <= requests && (many || few && values.size() >= FEW);
    }

    private String prefix(String base, List<String> parts) {
        String prefix = base;
        for (String part : parts) {
            prefix += "/" + (variable.contains(prefix) ? ID : part);
        }
        return prefix;
    }

    String template(Span span) {
        return template(base.apply(span), CallKey.path(span));
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
