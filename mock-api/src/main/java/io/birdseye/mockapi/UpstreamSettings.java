package io.birdseye.mockapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.birdseye.model.WholeFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What all routes do. A route is named as its path; one that is not in {@link #ROUTES} needs a payload size. */
public record UpstreamSettings(
        long seed, @JsonProperty("default") RouteSettings defaults, Map<String, RouteSettings> routes) {

    /** The routes that have data without being told a payload size. */
    public static final List<String> ROUTES = List.of("posts", "comments", "albums", "photos", "users");

    /** The seed where none is set. */
    public static final long DEFAULT_SEED = 1;

    /** All bodies are in memory, and those of the settings before are until they have been sent. */
    private static final long MAX_TOTAL_BYTES = 128_000_000;

    private static final int MAX_FILE_BYTES = 1_000_000;

    private static final UpstreamSettings NONE = new UpstreamSettings(DEFAULT_SEED, RouteSettings.NONE, Map.of());
    private static final Pattern NAME = Pattern.compile("(?=.{1,60}$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /**
     * @throws InvalidSetting if a route has no body, its name cannot be a path, or all bodies together are too large
     */
    public UpstreamSettings {
        if (defaults.payloadBytes() != null) {
            throw new InvalidSetting("default.payloadBytes", defaults.payloadBytes(), "only for a single route");
        }
        routes = Collections.unmodifiableMap(new TreeMap<>(routes));
        routes.forEach(UpstreamSettings::require);
        long total = routes.values().stream()
                .mapToLong(route -> route.payloadBytes() == null ? 0 : route.payloadBytes())
                .sum();
        if (total > MAX_TOTAL_BYTES) {
            throw new InvalidSetting(
                    "routes", total + " bytes", "bodies of at most " + MAX_TOTAL_BYTES + " bytes over all routes");
        }
    }

    private static void require(String route, RouteSettings settings) {
        if (settings.payloadBytes() == null && !ROUTES.contains(route)) {
            throw new InvalidSetting("routes", route, "one of the routes " + String.join(", ", ROUTES));
        }
        if (!NAME.matcher(route).matches()) {
            throw new InvalidSetting("routes", route, "a name in kebab case of at most 60 characters");
        }
    }

    /** All answers at once and without failures. */
    public static UpstreamSettings none() {
        return NONE;
    }

    /** Reads the JSON that the admin API takes; refuses unknown fields and values that are not allowed. */
    public static UpstreamSettings fromJson(String json) {
        return AdminJson.read(json, NONE);
    }

    /** The same from a file; a refusal names the file's setting, the field. */
    public static UpstreamSettings fromFile(String field, String file) {
        try {
            String json = WholeFile.read(Path.of(file), MAX_FILE_BYTES);
            return InvalidSetting.within(field + " " + file, () -> fromJson(json));
        } catch (IOException | InvalidPathException e) {
            throw new InvalidSetting(field, file, "a JSON file of at most " + MAX_FILE_BYTES + " bytes that can be read");
        }
    }

    public UpstreamSettings withSeed(long newSeed) {
        return new UpstreamSettings(newSeed, defaults, routes);
    }

    /** What one route does, with the defaults filled in. */
    public RouteSettings of(String route) {
        return routes.getOrDefault(route, RouteSettings.NONE).orElse(defaults);
    }

    UpstreamSettings changeDefaults(RouteSettings change) {
        return new UpstreamSettings(seed, change.orElse(defaults), routes);
    }

    UpstreamSettings change(String route, RouteSettings change) {
        Map<String, RouteSettings> changed = new TreeMap<>(routes);
        changed.merge(route, change, (before, now) -> now.orElse(before));
        return new UpstreamSettings(seed, defaults, changed);
    }
}
