package io.birdseye.experiments.measure;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The components of a probe as text, for the command line of its JVM, and back. */
final class ProbeSettings {

    private ProbeSettings() {}

    /** By name, in the order of the components. */
    static Map<String, String> of(Probe probe) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (RecordComponent component : probe.getClass().getRecordComponents()) {
            try {
                settings.put(component.getName(), component.getAccessor().invoke(probe).toString());
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("probe " + probe + " is no public record", e);
            }
        }
        return settings;
    }

    /**
     * The probe with these values of its components.
     *
     * @throws IllegalArgumentException if a value does not fit
     */
    static Probe probe(Class<? extends Probe> type, List<String> values) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = value(types[i], values.get(i));
        }
        return type.getDeclaredConstructor(types).newInstance(arguments);
    }

    private static Object value(Class<?> type, String text) {
        return switch (type.getName()) {
            case "int" -> Integer.valueOf(text);
            case "long" -> Long.valueOf(text);
            case "double" -> Double.valueOf(text);
            case "boolean" -> Boolean.valueOf(text);
            case "java.lang.String" -> text;
            default -> Arrays.stream(type.getEnumConstants())
                    .filter(constant -> constant.toString().equals(text))
                    .findFirst()
                    .orElseThrow();
        };
    }
}
