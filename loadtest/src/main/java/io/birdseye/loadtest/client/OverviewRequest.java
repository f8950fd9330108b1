package io.birdseye.loadtest.client;

import static io.birdseye.loadtest.SettingReader.refusal;

import io.birdseye.loadtest.SettingReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which overview is asked for. The service checks the values; only what can be no value at all is refused here. */
public record OverviewRequest(String strategy, Map<String, String> query) {

    private static final String COUNT = "0*[1-9]\\d{0,8}";
    private static final String WHOLE_NUMBER = "[+-]?\\d{1,10}";

    /** In the order in which they stand in an address. */
    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter("budget", "published", "published, or absent"),
            new Parameter("ioPoolSize", COUNT, "1 or more"),
            new Parameter("cpuPoolSize", COUNT, "1 or more"),
            new Parameter("sharedMemory", "\\d.*", "0 or more megabytes"),
            new Parameter("layout", "[a-z]+", "boxed or primitive"),
            new Parameter("userId", WHOLE_NUMBER, "a whole number"),
            new Parameter("factor", WHOLE_NUMBER, "a whole number"));

    private record Parameter(String name, String form, String allowed) {}

    public OverviewRequest {
        query = Map.copyOf(query);
        if (!strategy.matches("[a-z0-9-]+")) {
            throw refusal("birdseye.strategy", strategy, "a strategy's name, such as executor");
        }
        for (Parameter parameter : PARAMETERS) {
            String value = query.get(parameter.name());
            if (value != null && !value.matches(parameter.form())) {
                throw refusal("birdseye." + parameter.name(), value, parameter.allowed());
            }
        }
        if (query.containsKey("budget") && (query.containsKey("ioPoolSize") || query.containsKey("cpuPoolSize"))) {
            throw new IllegalArgumentException("birdseye.budget is 'published', so neither birdseye.ioPoolSize nor "
                    + "birdseye.cpuPoolSize may be set");
        }
    }

    /** From the properties {@code birdseye.strategy} and the like; README.md lists them. */
    public static OverviewRequest from(SettingReader reader) {
        Map<String, String> query = new HashMap<>(Map.of("layout", "boxed"));
        PARAMETERS.forEach(parameter ->
                reader.text("birdseye." + parameter.name()).ifPresent(value -> query.put(parameter.name(), value)));
        query.put("sharedMemory", plain(reader.number("birdseye.sharedMemory").orElse(5.0)));
        String strategy = reader.text("birdseye.strategy")
                .orElseThrow(() -> new IllegalArgumentException(
                        "birdseye.strategy is not set, but must be a strategy's name, such as executor"));
        return new OverviewRequest(strategy, query);
    }

    public String pathAndQuery() {
        return "/overview/" + strategy + "?" + String.join("&", parameters().toList());
    }

    /** The same with a fixed user and factor, so that every answer is the same. */
    public OverviewRequest fixed(int user, int multiplier) {
        Map<String, String> all = new HashMap<>(query);
        all.put("userId", Integer.toString(user));
        all.put("factor", Integer.toString(multiplier));
        return new OverviewRequest(strategy, all);
    }

    private Stream<String> parameters() {
        return PARAMETERS.stream()
                .map(Parameter::name)
                .filter(query::containsKey)
                .map(name -> name + "=" + query.get(name));
    }

    /** A number as flags and addresses have it. */
    public static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
